import type { Settings } from '#libs/config';
import type { Sharing } from '#libs/queues';
import type { Route } from '../http/routes.js';

const MEBIBYTE = 1_048_576;

/** How many bytes of reports wait. */
const WAITING_REPORTS = { ofOne: 64 * MEBIBYTE, ofAll: 256 * MEBIBYTE };

/**
 * The resources of a process that accounts share, each with how many works may use it at once. Where answers take much
 * of the event loop (`keepsLoop`), an account keeps one place while the process is crowded.
 */
export const RESOURCES = {
  /** Looking up who calls and what they may do, before anything else is done for them. */
  admission: () => ({ places: 64, keepsLoop: true }),
  /** Reading what may be long: half of the connections to the database. */
  lists: ({ databasePoolSize }) => ({ places: halfOf(databasePoolSize), most: 3, keepsLoop: true }),
  /**
   * Reading an audit whole, with an outcome of each requirement on each entry of its sample: megabytes, which are in
   * memory until they are sent.
   */
  audits: () => ({ places: 8, most: 2, keepsLoop: true }),
  /**
   * Telling lists whole: a part of each is in memory while its reader is waited for, which is made with a place of
   * `lists`.
   */
  streams: () => ({ places: 32, most: 4 }),
  /** Changing records. */
  changes: ({ databasePoolSize }) => ({ places: halfOf(databasePoolSize), keepsLoop: true }),
  /**
   * Parsing and storing reports. Fewer at once than there are connections, so that what pipelines send in one moment
   * waits here, and not for a connection among the requests of people; and as bytes, since parsed it takes many times
   * the room.
   */
  ingest: ({ ingestConcurrency }) => ({
    places: ingestConcurrency,
    room: WAITING_REPORTS,
  }),
  /** Of those, large ones: parsed and judged, a report takes a hundred times the room of its bytes. */
  large_reports: () => ({ places: 1, room: WAITING_REPORTS, keepsLoop: true }),
  /** Messages under way to their receivers. */
  webhooks: () => ({ places: 20, most: 8 }),
  /** Those to receivers that did not answer in time within the last hour. */
  slow_webhooks: () => ({ places: 4 }),
  /** Asking trackers: a job may take a minute, as it asks for page after page. */
  trackers: () => ({ places: 12, most: 4 }),
  /** Those that did not answer in time within the last hour. */
  slow_trackers: () => ({ places: 4 }),
  /** Decoding pictures: each may take 210 MB, and those that wait are in memory. */
  pictures: () => ({ places: 2, room: { ofOne: 8, ofAll: 64 } }),
  /** Fetching pictures from the addresses that people name. */
  picture_downloads: () => ({ places: 4 }),
  /** Collecting all that is kept of a person, which may be hundreds of megabytes. */
  exports: () => ({ places: 2, most: 1, keepsLoop: true }),
  /** Writing conformance reports in their forms. */
  rendering: () => ({ places: 2, keepsLoop: true }),
  /**
   * Work in a thread of its own, such as packing a document: it takes up to 256 MB, and leaves the event loop to
   * others. Whoever waits for one of another account, which may take 30 seconds, has its turn after it.
   */
  threads: () => ({ places: 1, longestWaitMs: 40_000 }),
  /** What anybody may read of an organization. */
  public: () => ({ places: 2, keepsLoop: true }),
} satisfies Record<string, (settings: Settings) => Sharing & { keepsLoop?: boolean }>;

/** The name of a resource, as metrics have it. */
export type ResourceName = keyof typeof RESOURCES;

const halfOf = (connections: number): number => Math.max(1, Math.floor(connections / 2));

/**
 * The resource that calls of an endpoint use while they are handled; undefined: none. A record that was read when the
 * call was admitted costs nothing more, an upload has its place once it has arrived, and where anyone may call the
 * address is limited.
 */
export function resourceAt({ verb, path, policy, options }: Pick<Route, 'verb' | 'path' | 'policy' | 'options'>) {
  if (options?.place) return options.place;
  if (options?.queued) return 'ingest';
  if (options?.upload || policy?.access === 'anyone') return undefined;
  if (verb !== 'GET') return 'changes';
  return options?.reads || /\/:\w+$/.test(path) ? undefined : 'lists';
}
