import { query } from '#libs/database';
import type { DataSource } from 'typeorm';
import { getDataSourceToken } from '@nestjs/typeorm';
import { OrganizationsService } from '../organizations/organizations.service.js';
import type { Call } from './command.js';
import { COUNT_PRODUCTS, ORGANIZATIONS } from './commands.sql.js';
import { withApplication, withDatabase } from './service-database.js';
import { tableOf } from './table.js';

export const listOrganizations = ({ settings }: Call): Promise<number> =>
  withDatabase(settings, async (database) => {
    const rows = await organizationsOf(database);
    const columns = ['slug', 'name', 'made', 'members', 'products'];
    console.log(
      tableOf(
        columns,
        rows.map(({ slug, name, made, members, products }) => [slug, name, made, members, products]),
      ),
    );
    return 0;
  });

export const deleteOrganization = ({ settings, values: [slug], flags }: Call): Promise<number> =>
  withApplication(settings, async (app) => {
    const found = (await organizationsOf(app.get<DataSource>(getDataSourceToken()))).find((row) => row.slug === slug);
    if (!found) {
      console.error(`There is no organization ${slug}; nothing was changed.`);
      return 1;
    }
    const what = `${found.name} (${slug}) with ${found.products} products and ${found.members} memberships`;
    if (!flags.has('--yes')) {
      console.error(`This would delete ${what}, for good. Say --yes to do it; nothing was changed.`);
      return 1;
    }
    await app.get(OrganizationsService).remove(found.id);
    console.log(`Deleted ${what}.`);
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
