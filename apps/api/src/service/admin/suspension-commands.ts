import { setSuspended } from '../../accounts/organizations/suspend.js';
import { changeOrganization } from './change-organization.js';
import type { Call } from './command.js';
import { refused } from './refused.js';

/** Lets nothing be changed in an organization, and says why to those who manage it. */
export const suspendOrganization = (call: Call): Promise<number> => {
  const reason = call.options.get('--reason');
  return reason ? change(call, reason) : Promise.resolve(refused('Set the reason with --reason'));
};

/** Takes that back. */
export const resumeOrganization = (call: Call): Promise<number> => change(call, null);

/** @param reason why it is suspended; null: it is not any more */
const change = (call: Call, reason: string | null): Promise<number> => {
  const [slug] = call.values;
  return changeOrganization(call, {
    change: (context, id) => setSuspended(context, id, reason),
    mailOf: (name) => mailOf(name, reason),
    unchanged: `The organization ${slug} is ${reason === null ? 'not suspended' : 'already suspended'}`,
    done:
      reason === null
        ? `The organization ${slug} was resumed.`
        : `The organization ${slug} is suspended: it can be read, left and deleted, but not changed.`,
  });
};

const mailOf = (name: string, reason: string | null): { subject: string; text: string } =>
  reason === null
    ? {
        subject: 'Your organization was resumed',
        text: `Hello,\n\nthe operator of this service has resumed the suspended organization "${name}". It can be used as before.\n`,
      }
    : {
        subject: 'Your organization is suspended',
        text: `Hello,\n\nthe operator of this service has suspended the organization "${name}" for this reason:\n\n  ${reason}\n\nIts data can be read, and its public pages remain. Changes and reports of pipelines are rejected, and\nwebhooks are paused, until it is resumed. Members can leave, and owners can delete the organization.\n`,
      };
