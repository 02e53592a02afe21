import type { Settings } from '#libs/config';
import type { Sharing } from '#libs/queues';
import type { Route } from '../http/routes.js';

const MEBIBYTE = 1_048_576;

/** The resources of a process that accounts share, each with how many works may use it at once. */
export const RESOURCES = {
  /** Reading what may be long: half of the connections to the database. */
  lists: ({ databasePoolSize }) => ({ places: halfOf(databasePoolSize), most: 3 }),
  /** Changing records. */
  changes: ({ databasePoolSize }) => ({ places: halfOf(databasePoolSize) }),
  /**
   * Parsing and storing reports. Fewer at once than there are connections, so that what pipelines send in one moment waits here, and not for a
   * connection among the requests of people; and as bytes, since parsed it takes many times the room.
   */
  ingest: ({ ingestConcurrency }) => ({
    places: ingestConcurrency,
    room: { ofOne: 64 * MEBIBYTE, ofAll: 256 * MEBIBYTE },
  }),
  /** Messages under way to their receivers. */
  webhooks: () => ({ places: 20, most: 8 }),
  /** Those to receivers that did not answer in time within the last hour. */
  slow_webhooks: () => ({ places: 4 }),
  /** Decoding pictures: each may take 210 MB, and those that wait are in memory. */
  pictures: () => ({ places: 2, room: { ofOne: 8, ofAll: 64 } }),
  /** Fetching pictures from the addresses that people name. */
  picture_downloads: () => ({ places: 4 }),
  /** Collecting all that is kept of a person. */
  exports: () => ({ places: 2 }),
  /** Writing conformance reports in their forms. */
  rendering: () => ({ places: 2 }),
  /** What anybody may read of an organization. */
  public: () => ({ places: 2 }),
} satisfies Record<string, (settings: Settings) => Sharing>;

/** The name of a resource, as metrics have it. */
export type ResourceName = keyof typeof RESOURCES;

const halfOf = (connections: number): number => Math.max(1, Math.floor(connections / 2));

/**
 * The resource that calls of an endpoint use while they are handled; undefined: none. A record that was read when the call was admitted costs
 * nothing more, an upload has its place once it has arrived, and where anyone may call the address is limited.
 */
export function resourceAt({ verb, path, policy, options }: Pick<Route, 'verb' | 'path' | 'policy' | 'options'>) {
  if (options?.place) return options.place;
  if (options?.queued) return 'ingest';
  if (options?.upload || policy?.access === 'anyone') return undefined;
  if (verb !== 'GET') return 'changes';
  return options?.reads || /\/:\w+$/.test(path) ? undefined : 'lists';
}
