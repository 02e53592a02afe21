import { liftRequirement } from '../../accounts/single-sign-on/settings/lift-requirement.js';
import { changeOrganization } from './change-organization.js';
import type { Call } from './command.js';
import { refused } from './refused.js';

/** Lets people of an organization come in without its provider, for when that is gone. */
export const liftRequiredSignIn = async (call: Call): Promise<number> => {
  const [slug, state] = call.values;
  if (state !== 'off') return refused('Only "off" is supported here: an owner turns on required sign-in');
  return changeOrganization(call, {
    change: liftRequirement,
    mailOf: (name) => ({
      subject: 'Sign-in at the provider is no longer required',
      text: `Hello,\n\nthe operator of this service has turned off required sign-in at the provider for the organization "${name}". Its members can sign\nin as before, or request a link to choose a password. The settings of the provider are kept, and an owner can\nturn on required sign-in again.\n`,
    }),
    unchanged: `The organization ${slug} does not require sign-in at its provider`,
    done: `Members of the organization ${slug} can sign in without its provider; its settings are kept.`,
  });
};
