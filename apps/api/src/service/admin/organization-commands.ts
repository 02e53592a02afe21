import { query } from '#libs/database';
import type { DataSource } from 'typeorm';
import { getDataSourceToken } from '@nestjs/typeorm';
import { OrganizationsService } from '../../accounts/organizations/organizations.service.js';
import type { Call } from './command.js';
import { COUNT_PRODUCTS, ORGANIZATIONS } from './commands.sql.js';
import { refused } from './refused.js';
import { withApplication, withDatabase } from './service-database.js';
import { tableOf } from './table.js';

export const listOrganizations = ({ settings }: Call): Promise<number> =>
  withDatabase(settings, async (database) => {
    const rows = await organizationsOf(database);
    const columns = ['slug', 'name', 'made', 'members', 'products', 'deleted'];
    console.log(
      tableOf(
        columns,
        rows.map(({ slug, name, made, members, products, deleted }) => [slug, name, made, members, products, deleted]),
      ),
    );
    return 0;
  });

export const deleteOrganization = ({ settings, values: [slug], flags }: Call): Promise<number> =>
  withApplication(settings, async (app) => {
    const isNow = flags.has('--now');
    const named = (await organizationsOf(app.get<DataSource>(getDataSourceToken()))).filter((row) => row.slug === slug);
    const found = named.find(({ deleted }) => deleted === null) ?? (isNow ? named[0] : undefined);
    if (!found) return refused(`There is no organization ${slug}`);
    const what = `${found.name} (${slug}) with ${found.products} products and ${found.members} memberships`;
    const days = settings.retain.deleted;
    const isForGood = isNow || days === 0;
    if (!flags.has('--yes'))
      return refused(`This would delete ${what}${isForGood ? ', permanently' : ''}. Confirm with --yes`);
    const organizations = app.get(OrganizationsService);
    await (isForGood ? organizations.remove(found.id) : organizations.hide(found.id));
    const back = `; "organizations restore ${slug}" is possible for ${days} days`;
    console.log(`Deleted ${what}${isForGood ? '' : back}.`);
    return 0;
  });

/** Products are counted one organization after the other: each may lie on another machine. */
async function organizationsOf(database: DataSource) {
  const counted = [];
  for (const row of await query(database, ORGANIZATIONS, [])) {
    const [count] = await query(database, COUNT_PRODUCTS, [row.id]);
    counted.push({ ...row, ...count! });
  }
  return counted;
}
