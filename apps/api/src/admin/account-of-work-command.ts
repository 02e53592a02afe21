import { execute, query } from '#libs/database';
import type { DataSource } from 'typeorm';
import { OWN_ACCOUNT, SHARE_ACCOUNT } from '../organizations/organizations.sql.js';
import type { Call } from './command.js';
import { SAME_ACCOUNT } from './commands.sql.js';
import { withDatabase } from './service-database.js';

/** Shows, or changes, on whose account the work of an organization is done. Services know it within a minute. */
export const changeAccountOfWork = ({ settings, values: [slug], flags, options }: Call): Promise<number> =>
  withDatabase(settings, async (database) => {
    const of = options.get('--of');
    const isOwn = flags.has('--own');
    if (isOwn && of !== undefined) return refused('Say --own or --of, not both');
    for (const named of [slug!, ...(of === undefined ? [] : [of])])
      if ((await sharing(database, named)).length === 0) return refused(`There is no organization ${named}`);
    if (isOwn) await execute(database, OWN_ACCOUNT, [slug!]);
    if (of !== undefined) await execute(database, SHARE_ACCOUNT, [slug!, of]);
    console.log(`The work of these is done on one account: ${(await sharing(database, slug!)).join(', ')}`);
    return 0;
  });

const sharing = async (database: DataSource, slug: string): Promise<string[]> =>
  (await query(database, SAME_ACCOUNT, [slug])).map((row) => row.slug);

function refused(why: string): number {
  console.error(`${why}; nothing was changed.`);
  return 1;
}
