import { databaseOptions } from '#libs/database';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../../apps/api/src/service/app/entities.js';
import { NO_RATE_LIMITS } from './no-rate-limits.js';
import type { Service } from './service.js';
import { world, type World } from './world.js';

/** A world in the database of a built service. What it makes later, it makes on a connection of its own too. */
export async function builtWorld(url: string, products: number): Promise<{ w: World; slugs: string[] }> {
  const database = await new DataSource(
    databaseOptions({ url, poolSize: 1, entities: ENTITIES, migrations: [] }),
  ).initialize();
  try {
    const w = await world({ database } as Service);
    const slugs = [w.product.slug];
    while (slugs.length < products) slugs.push((await w.newProduct(`Shop ${slugs.length}`)).slug);
    return { w, slugs };
  } finally {
    await database.destroy();
  }
}

/** The settings of a built service that a proof drives: no limits, and nothing of its own outside `dataDir`. */
export const unlimited = (url: string, dataDir: string): Record<string, string> => ({
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  ...NO_RATE_LIMITS,
  SECRET_KEY: 'a key that only proofs are encrypted with',
  LOG_LEVEL: 'warn',
});
