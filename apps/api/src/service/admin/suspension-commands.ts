import { setSuspended } from '../../accounts/organizations/suspend.js';
import { changeOrganization } from './change-organization.js';
import type { Call } from './command.js';
import { refused } from './refused.js';

/** Lets nothing be changed in an organization, and says why to those who manage it. */
export const suspendOrganization = (call: Call): Promise<number> => {
  const reason = call.options.get('--reason');
  return reason ? change(call, reason) : Promise.resolve(refused('Say why, with --reason'));
};

/** Takes that back. */
export const resumeOrganization = (call: Call): Promise<number> => change(call, null);

/** @param reason why it is suspended; null: it is not any more */
const change = (call: Call, reason: string | null): Promise<number> => {
  const [slug] = call.values;
  return changeOrganization(call, {
    change: (context, id) => setSuspended(context, id, reason),
    mailOf: (name) => mailOf(name, reason),
    unchanged: `The organization ${slug} is ${reason === null ? 'not suspended' : 'suspended already'}`,
    done:
      reason === null
        ? `The organization ${slug} goes on.`
        : `The organization ${slug} is suspended: it can be read, left and deleted, and nothing in it can be changed.`,
  });
};

const mailOf = (name: string, reason: string | null): { subject: string; text: string } =>
  reason === null
    ? {
        subject: 'Your organization goes on',
        text: `Hello,\n\nwhoever runs this service has taken back that the organization "${name}" was suspended: all goes on as before.\n`,
      }
    : {
        subject: 'Your organization is suspended',
        text: `Hello,

whoever runs this service has suspended the organization "${name}", for this reason:

  ${reason}

What is there can be read, and its public pages stay. Nothing in it can be changed, reports of pipelines are refused, and
webhooks rest, until that is taken back. Members can leave, and owners can delete the organization.
`,
      };
