import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '#libs/config';
import { execute, query } from '#libs/database';
import { previousLog } from '#libs/embedded-postgres';
import { countDeadJobs, deleteDeadJobs, oldestJob } from '#libs/jobs';
import type { DataSource } from 'typeorm';
import {
  COUNT_OLD_ACCOUNT_EVENTS,
  COUNT_OLD_EVENTS,
  DELETE_OLD_ACCOUNT_EVENTS,
  DELETE_OLD_EVENTS,
  FIRST_TO_STAY,
} from '../../platform/events/events.sql.js';
import { DELETED_BEFORE } from '../../accounts/organizations/deleted/deleted-organizations.sql.js';
import { ANNOUNCE } from '../../integrations/webhooks/announcements.service.js';
import type { ProductKey } from '../../products/products/product-key.js';
import { UNDER_WAY_SINCE } from '../../integrations/webhooks/webhooks.sql.js';
import type { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { ORGANIZATION_IDS } from './retention.sql.js';
import { repeatingRuns, thinRuns } from './thin-runs.js';
import { SCANNED_PRODUCTS } from './thin-runs.sql.js';

/** So many rows go at once: nobody waits long for a lock. */
const AT_ONCE = 5_000;

/** What ends by age. */
export interface RetentionRule {
  /** What it is, in the words of an operator. */
  name: string;
  variable: string;
  /** How long it is kept; null: for ever. */
  days: number | null;
  /** Counts what is older than this moment. */
  count(before: Date): Promise<number>;
  /** Ends it; returns how many there were. */
  end(before: Date): Promise<number>;
}

/** Everything that ends by age as an operator wants it. */
export const retentionRules = (
  database: DataSource,
  unitOfWork: UnitOfWork,
  organizations: { remove(id: string): Promise<unknown> },
  { retain, dataDir }: Settings,
): RetentionRule[] => [
  {
    name: 'repeated runs',
    variable: 'RETAIN_RUNS',
    days: retain.runs || null,
    count: (before) => ofProducts(database, async (product) => (await repeatingRuns(database, product, before)).length),
    end: (before) => ofProducts(database, (product) => thinRuns(database, unitOfWork, product, before)),
  },
  {
    name: 'events of organizations',
    variable: 'RETAIN_EVENTS',
    days: retain.events || null,
    ...eventsOf(database),
  },
  {
    name: 'events of accounts',
    variable: 'RETAIN_ACCOUNT_EVENTS',
    days: retain.accountEvents || null,
    count: async (before) => (await query(database, COUNT_OLD_ACCOUNT_EVENTS, [before]))[0]!.count,
    end: (before) => inSlices(() => execute(database, DELETE_OLD_ACCOUNT_EVENTS, [before, AT_ONCE])),
  },
  {
    // 0 is at once: what was kept before goes too.
    name: 'deleted organizations',
    variable: 'RETAIN_DELETED',
    days: retain.deleted,
    count: async (before) => (await query(database, DELETED_BEFORE, [before])).length,
    end: async (before) => {
      const deleted = await query(database, DELETED_BEFORE, [before]);
      for (const { id } of deleted) await organizations.remove(id);
      return deleted.length;
    },
  },
  {
    name: 'failed jobs',
    variable: 'RETAIN_JOBS',
    days: retain.jobs || null,
    count: (before) => countDeadJobs(database, before),
    end: (before) => deleteDeadJobs(database, before),
  },
  {
    name: 'files of mails, and of the former log of the embedded database',
    variable: 'RETAIN_MAIL',
    days: retain.mail || null,
    count: async (before) => (await oldFiles(dataDir, before)).length,
    end: async (before) => {
      const files = await oldFiles(dataDir, before);
      for (const file of files) await rm(file, { force: true });
      return files.length;
    },
  },
];

/** The sum over all products that scanners report of, one after the other. */
async function ofProducts(database: DataSource, act: (product: ProductKey) => Promise<number>): Promise<number> {
  let total = 0;
  for (const { id: organizationId } of await query(database, ORGANIZATION_IDS, []))
    for (const { id } of await query(database, SCANNED_PRODUCTS, [organizationId]))
      total += await act({ organizationId, id });
  return total;
}

/**
 * Events go in the order in which they are followed, and none from which a message is still made or under way, nor any
 * after it.
 */
function eventsOf(database: DataSource): Pick<RetentionRule, 'count' | 'end'> {
  const each = async (
    before: Date,
    act: (organizationId: string, end: Date, position: string) => Promise<number>,
  ): Promise<number> => {
    const unannounced = await oldestJob(database, ANNOUNCE);
    let total = 0;
    for (const { id } of await query(database, ORGANIZATION_IDS, [])) {
      const [pending] = await query(database, UNDER_WAY_SINCE, [id]);
      const moments = [before, unannounced, pending!.since].flatMap((moment) => (moment ? [+moment] : []));
      const end = new Date(Math.min(...moments));
      const [first] = await query(database, FIRST_TO_STAY, [id, end]);
      total += await act(id, end, first!.position);
    }
    return total;
  };
  return {
    count: (before) => each(before, async (...which) => (await query(database, COUNT_OLD_EVENTS, which))[0]!.count),
    end: (before) =>
      each(before, (...which) => inSlices(() => execute(database, DELETE_OLD_EVENTS, [...which, AT_ONCE]))),
  };
}

/** Runs a statement until it finds less than it may take; returns how many there were. */
async function inSlices(slice: () => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    const count = await slice();
    total += count;
    if (count < AT_ONCE) return total;
  }
}

async function oldFiles(dataDir: string, before: Date): Promise<string[]> {
  const folder = join(dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.txt')).map((name) => join(folder, name));
  const old: string[] = [];
  for (const file of files) {
    // One that somebody has taken away meanwhile is not there.
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtime < before) old.push(file);
  }
  const log = previousLog(join(dataDir, 'postgres'), before);
  return log === undefined ? old : [...old, log];
}
