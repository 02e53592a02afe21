import type { Client } from 'pg';
import { onCoordinator } from '../../platform/distribution/coordinator.js';
import { machinesOf, moveTo, placeOf } from '../../platform/distribution/place-of-organization.js';
import type { Call } from './command.js';
import { refused } from './refused.js';
import { withDatabaseUrl } from './service-database.js';

export const showPlace = ({ settings, values: [slug] }: Call): Promise<number> =>
  withDatabaseUrl(settings, (url) =>
    onCoordinator(url, 'curbcut-move', async (client) => {
      const id = await idOf(client, slug!);
      if (id === undefined) return refused(`There is no organization ${slug}`);
      const place = await placeOf(client, id);
      if (!place) {
        console.log(`${slug} is on the only machine. The database is not distributed.`);
        return 0;
      }
      const { machine, others } = place;
      const beside = others === 0 ? 'alone in its shards' : `in the same shards as ${others} others`;
      console.log(`${slug} is on ${machine}, ${beside}.`);
      return 0;
    }),
  );

/** Moves an organization to another machine, while the service runs. */
export const moveOrganization = ({ settings, values: [slug, to], flags }: Call): Promise<number> =>
  withDatabaseUrl(settings, (url) =>
    onCoordinator(url, 'curbcut-move', async (client) => {
      const id = await idOf(client, slug!);
      if (id === undefined) return refused(`There is no organization ${slug}`);
      const place = await placeOf(client, id);
      if (!place) return refused('The database is not distributed: all organizations are on one machine');
      const machines = await machinesOf(client);
      if (!machines.includes(to!))
        return refused(`There is no machine ${to}; the machines are ${machines.join(' and ')}`);
      if (place.machine === to) return refused(`${slug} is already on ${to}`);
      const isWithOthers = flags.has('--with-others');
      if (place.others > 0 && !isWithOthers)
        return refused(
          `${slug} is in the same shards as ${place.others} others, which also move: confirm with --with-others`,
        );
      await moveTo(client, id, place.machine, to!);
      const along = place.others > 0 ? `, with ${place.others} others` : '';
      console.log(`${slug} is now on ${to}${along}.`);
      return 0;
    }),
  );

async function idOf(client: Client, slug: string): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM organizations WHERE slug = $1', [slug]);
  return rows[0]?.id;
}
