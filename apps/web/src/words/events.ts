import type { EventType } from '@curbcut/client';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What happened, in words. */
const EVENTS: Partial<Record<EventType, MessageDescriptor>> = {
  'access.kept': msg`Access kept`,
  'access.suspended': msg`Access suspended`,
  'api_key.created': msg`API key made`,
  'api_key.revoked': msg`API key revoked`,
  'invitation.created': msg`Invitation sent`,
  'member.joined': msg`Joined an organization`,
  'member.left': msg`Left an organization`,
  'organization.created': msg`Organization created`,
  'session.ended': msg`Session ended`,
  'session.factor_passed': msg`Second factor passed`,
  'session.proved': msg`Confirmed who is there`,
  'session.organization_activated': msg`Organization chosen`,
  'session.team_activated': msg`Team chosen`,
  'user.address_change_requested': msg`Change of the e-mail asked for`,
  'user.address_changed': msg`E-mail changed`,
  'user.address_restored': msg`E-mail restored`,
  'user.backup_codes_renewed': msg`New backup codes`,
  'user.disabled': msg`Account switched off`,
  'user.email_verified': msg`E-mail confirmed`,
  'user.enabled': msg`Account switched on`,
  'user.password_changed': msg`Password changed`,
  'user.password_reset': msg`Password reset by mail`,
  'user.reclaimed': msg`Account taken back`,
  'user.recovered': msg`Account recovered`,
  'user.second_factor_disabled': msg`Second factor turned off`,
  'user.second_factor_enabled': msg`Second factor turned on`,
  'user.second_factor_failed': msg`A wrong code`,
  'user.second_factor_prepared': msg`Second factor begun`,
  'user.second_factor_reset': msg`Second factor reset`,
  'user.second_factor_unlocked': msg`Codes unlocked`,
  'user.sign_in_failed': msg`Sign-in failed`,
  'user.signed_in': msg`Signed in`,
  'user.signed_up': msg`Account created`,
  'user.updated': msg`Profile changed`,
};

/** What happened, in words; the name of a type of a later version as it is. */
export const eventName = (type: EventType): string => {
  const known = EVENTS[type];
  return known ? i18n._(known) : type;
};
