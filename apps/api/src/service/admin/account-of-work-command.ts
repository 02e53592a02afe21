import { query } from '#libs/database';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { OWN_ACCOUNT, SHARE_ACCOUNT } from '../../accounts/organizations/organizations.sql.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import type { Call } from './command.js';
import { SAME_ACCOUNT } from './commands.sql.js';
import { refused } from './refused.js';
import { withDatabase } from './service-database.js';

/** Shows, or changes, on whose account the work of an organization is done. Services know it within a minute. */
export const changeAccountOfWork = ({ settings, values: [slug], flags, options }: Call): Promise<number> =>
  withDatabase(settings, async (database) => {
    const of = options.get('--of');
    const isOwn = flags.has('--own');
    if (isOwn && of !== undefined) return refused('Use either --own or --of');
    const find = (named: string) => database.manager.findOneBy(Organization, { slug: named });
    const organization = await find(slug!);
    if (!organization) return refused(`There is no organization ${slug}`);
    const other = of === undefined ? null : await find(of);
    if (of !== undefined && !other) return refused(`There is no organization ${of}`);
    if (isOwn || other)
      await new UnitOfWork(database).run(async (change) => {
        const { id, name: title } = organization;
        await (other ? query(change.tx, SHARE_ACCOUNT, [id, other.id]) : query(change.tx, OWN_ACCOUNT, [id]));
        // The other organization may be of somebody else, and is not named.
        const changes = [{ field: 'account', from: null, to: other ? 'shared' : 'own' }];
        change.record({ organizationId: id, type: 'organization.account_changed', subject: { id, title }, changes });
      });
    const sharing = await query(database, SAME_ACCOUNT, [slug!]);
    console.log(`These organizations share one quota: ${sharing.map((row) => row.slug).join(', ')}`);
    return 0;
  });
