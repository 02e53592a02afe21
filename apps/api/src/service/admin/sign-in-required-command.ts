import { liftRequirement } from '../../accounts/single-sign-on/settings/lift-requirement.js';
import { changeOrganization } from './change-organization.js';
import type { Call } from './command.js';
import { refused } from './refused.js';

/** Lets people of an organization come in without its provider, for when that is gone. */
export const liftRequiredSignIn = async (call: Call): Promise<number> => {
  const [slug, state] = call.values;
  if (state !== 'off') return refused('Only "off" can be said here: an owner makes people come in by the provider');
  return changeOrganization(call, {
    change: liftRequirement,
    mailOf: (name) => ({
      subject: 'People come in without the provider again',
      text: `Hello,

whoever runs this service has taken back that people of the organization "${name}" must come in by its provider. They come
in as before, or have a link mailed by which they choose a password. The settings of the provider stay, and an owner can
make people come in by it again.
`,
    }),
    unchanged: `People of the organization ${slug} need not come in by its provider`,
    done: `People of the organization ${slug} may come in without its provider; its settings stay.`,
  });
};
