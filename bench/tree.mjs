import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { onEnd } from './lifetime.mjs';
import { startService } from './service.mjs';

/** A module of the bench that stands in this tree: each fills its own schema and knows its own functions. */
const moduleOf = (root, path) => import(pathToFileURL(join(root, 'bench', path)).href);

/**
 * The built service of a tree on a database of its own, which the tree's own bench has prepared and `fillWith` filled,
 * and a connection to that database.
 * @param {{ url: string, folder: string }} database
 * @param {string} root
 * @param {(client: pg.Client, world: Record<string, any>, module: (path: string) => Promise<any>) => Promise<void>}
 *   fillWith
 * @param {Record<string, string>} more environment of the service
 */
export async function openTree({ url, folder }, root, fillWith, more = {}) {
  mkdirSync(folder, { recursive: true });
  const service = await startService({ url, folder }, root, more);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onEnd(() => client.end());
  const module = (path) => moduleOf(root, path);
  const { prepareWorld } = await module('world.mjs');
  /** @type {Record<string, any>} */
  const world = { ...(await prepareWorld(service)), process: service };
  await fillWith(client, world, module);
  return { root, url, service, client, world, module };
}
