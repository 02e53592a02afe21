import { type LimitedRecord, RECORD_LIMITS } from '#libs/config';
import { query } from '#libs/database';
import { changeQuota, type NewLimits } from '../../accounts/organizations/change-quota.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { QUOTA_OF } from '../../accounts/organizations/organizations.sql.js';
import { changeOrganization } from './change-organization.js';
import type { Call } from './command.js';
import { refused } from './refused.js';
import { withDatabase } from './service-database.js';
import { tableOf } from './table.js';

/** What an operator writes for what the installation says. */
const DEFAULT = 'default';

/** The kinds whose limit is one of an organization, by the variable. How many a person owns is not. */
const KINDS = new Map(
  Object.entries(RECORD_LIMITS).flatMap(([kind, variable]) =>
    kind === 'organizations' ? [] : [[variable as string, kind as LimitedRecord] as const],
  ),
);

/** Lists how many records of each kind an organization may have. */
export const listQuota = ({ settings, values: [slug] }: Call): Promise<number> =>
  withDatabase(settings, async (database) => {
    const organization = await database.manager.findOneBy(Organization, { slug: slug! });
    if (!organization) return refused(`There is no organization ${slug}`);
    const quota = (await query(database, QUOTA_OF, [organization.id]))[0]?.limits ?? {};
    const rows = [...KINDS].map(([variable, kind]) => [
      variable,
      quota[kind] === undefined ? DEFAULT : shown(quota[kind]),
      shown(settings.recordLimits[kind]),
    ]);
    console.log(tableOf(['limit', 'of this organization', 'default'], rows));
    return 0;
  });

/** Changes some of them, and tells those who manage the organization. */
export const setQuota = (call: Call): Promise<number> => {
  const [slug, ...given] = call.values;
  const limits = limitsOf(given);
  if (typeof limits === 'string') return Promise.resolve(refused(limits));
  return changeOrganization(call, {
    change: (context, id) => changeQuota(context, id, limits),
    mailOf: (name) => mailOf(name, given),
    unchanged: `This is already set in ${slug}`,
    done: `${given.join(', ')} in ${slug}, effective in all processes within 10 seconds.`,
  });
};

/** What was typed, such as `LIMIT_TEAMS=300`, or why it is none. */
function limitsOf(given: readonly string[]): NewLimits | string {
  const limits: NewLimits = {};
  for (const typed of given) {
    const [variable, value] = typed.split('=') as [string, string | undefined];
    const kind = KINDS.get(variable);
    if (!kind) return `${variable} is not a limit of an organization; the limits are ${[...KINDS.keys()].join(', ')}`;
    if (value !== DEFAULT && !/^\d{1,15}$/.test(value ?? ''))
      return `${variable} must be a number, 0 for no limit, or ${DEFAULT}`;
    limits[kind] = value === DEFAULT ? null : Number(value);
  }
  return limits;
}

const shown = (limit: number): string => (limit === 0 ? 'none' : String(limit));

const mailOf = (name: string, given: readonly string[]): { subject: string; text: string } => ({
  subject: 'Limits of your organization have changed',
  text: `Hello,\n\nthe operator of this service has changed limits of the organization "${name}":\n\n  ${given.join('\n  ')}\n\nExisting records are kept. 0 means no limit, and "default" the limit for all organizations here.\n`,
});
