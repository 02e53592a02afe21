import { CurbcutError, type Fault } from '@curbcut/client';
import type { MessageDescriptor } from '@lingui/core';
import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';

/** What a refusal means to the person who meets it, by its code. */
const PROBLEMS: Readonly<Record<string, MessageDescriptor>> = {
  invalid_input: msg`Something that was typed is not right.`,
  unauthenticated: msg`You are signed out. Sign in again; what you typed is kept.`,
  origin_not_allowed: msg`The service does not take changes from this address. Open it by its own address.`,
  not_found: msg`It is not there any more.`,
  method_not_allowed: msg`The service does not know this step. Load the page again.`,
  payload_too_large: msg`It is too large for the service.`,
  unsupported_media_type: msg`The service does not read files of this kind.`,
  rate_limited: msg`That was too often in a short time. Wait a little, then try again.`,
  temporarily_unavailable: msg`The service is not available just now. Try again in a moment.`,
  internal_error: msg`Something went wrong in the service. Whoever runs it finds it in the log by the number of the request.`,
  network_error: msg`The service did not answer. Check your connection, then try again.`,
  unexpected_answer: msg`Something between you and the service answered in its place. Try again in a moment.`,
  not_a_member: msg`You are not a member of this organization.`,
  role_too_low: msg`Your role may not do this. An admin or an owner of the organization may.`,
  two_factor_required: msg`This organization asks for a second factor. Turn it on in your account, under Security.`,
  fresh_proof_required: msg`Confirm that it is you first.`,
  session_required: msg`This is for people who are signed in.`,
  module_disabled: msg`The module for this is off in the organization.`,
  already_exists: msg`There is one with this name already.`,
  search_too_broad: msg`Too many records fit. Search for more letters, or add a filter.`,
  proof_refused: msg`The password or the code is wrong.`,
  proof_by_other_ways: msg`Your account proves who you are in another way.`,
  limit_reached: msg`There may be no more of these. Whoever runs the service can raise the limit.`,
  changed_meanwhile: msg`Somebody has changed it meanwhile.`,
  decision_undone: msg`It was undone before.`,
  decision_too_old: msg`It was decided more than 24 hours ago. Decide anew.`,
  product_archived: msg`This product is archived. Unarchive it to change it.`,
  last_owner: msg`The organization would be left without an owner.`,
  two_factor_missing: msg`Turn on a second factor for yourself before the organization asks for one.`,
  secret_key_missing: msg`The service cannot keep secrets, because it runs without a key for them. Tell whoever runs it: SECRET_KEY.`,
  picture_undecodable: msg`The file is no picture, or of a kind that is not read.`,
  INVALID_EMAIL_OR_PASSWORD: msg`The e-mail or the password is wrong.`,
  INVALID_PASSWORD: msg`The password is wrong.`,
  INVALID_TOKEN: msg`The link is too old, or was used already. Have a new one sent.`,
  PASSWORD_TOO_SHORT: msg`The password is too short: it needs eight characters or more.`,
  PASSWORD_TOO_LONG: msg`The password is too long: it may have 128 characters.`,
  PASSWORD_COMPROMISED: msg`This password is known to many. Choose another one.`,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: msg`There is an account with this e-mail already. Sign in, or use another one.`,
  ACCOUNT_DISABLED: msg`This account is switched off. Whoever runs the service can switch it on.`,
  SIGN_UP_CLOSED: msg`New accounts are by invitation only. Ask somebody of your organization for one.`,
  SESSION_NOT_FRESH: msg`Confirm that it is you first.`,
  ACCOUNT_TEMPORARILY_LOCKED: msg`Too many wrong codes. Wait, or use the link in the mail that we sent.`,
  INVALID_CODE: msg`The code is wrong, or was used already. Enter the one that your app shows now.`,
  INVALID_BACKUP_CODE: msg`The backup code is wrong, or was used already.`,
  INVALID_TWO_FACTOR_COOKIE: msg`That took too long. Sign in again.`,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: msg`Too many wrong codes. Sign in again.`,
  TOTP_NOT_ENABLED: msg`The second factor is not on.`,
  TWO_FACTOR_NOT_ENABLED: msg`The second factor is not on.`,
  ORGANIZATION_ALREADY_EXISTS: msg`There is an organization with this address already.`,
  ORGANIZATION_SLUG_ALREADY_TAKEN: msg`There is an organization with this address already.`,
  INVITATION_NOT_FOUND: msg`The invitation is too old, was taken back, or was answered already.`,
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: msg`The invitation is for another e-mail address.`,
  EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION: msg`Confirm your e-mail address first: open the link in the mail that we sent.`,
  EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION: msg`Confirm your e-mail address first: open the link in the mail that we sent.`,
  PROVIDER_NOT_FOUND: msg`No such provider is set up.`,
  access_denied: msg`The provider was told not to let us know who you are.`,
  account_not_linked: msg`There is an account with this e-mail that the provider may not open. Sign in with its password.`,
  email_not_found: msg`The provider does not say your e-mail address.`,
  identity_not_proved: msg`What the provider answered does not prove who you are.`,
  provider_refused: msg`The provider refused the sign-in.`,
  provider_unavailable: msg`The provider does not answer just now. Try again in a moment.`,
  state_mismatch: msg`This browser has no such sign-in under way. Begin again.`,
};

/** Why something did not work, in words. */
export function problemText(error: unknown): string {
  if (!(error instanceof CurbcutError))
    return t`Something went wrong in this page. Load it again; what you typed is kept.`;
  const known = PROBLEMS[error.code];
  if (known) return i18n._(known);
  return t`The service refused it: ${error.message}`;
}

/** What is wrong with a field, by the code of the fault. */
const FAULTS: Readonly<Record<string, MessageDescriptor>> = {
  required: msg`Fill this in.`,
  too_short: msg`This is too short.`,
  too_long: msg`This is too long.`,
  email_invalid: msg`This is no e-mail address.`,
  PASSWORD_TOO_SHORT: msg`The password is too short: it needs eight characters or more.`,
};

/** What is wrong with a field, in words. */
export const faultText = ({ code, message }: Fault): string => {
  const known = FAULTS[code];
  return known ? i18n._(known) : message;
};

/** The same for a code that stands in an address, as a provider's refusal does. */
export const problemTextOf = (code: string): string => problemText(new CurbcutError(code, { code }));
