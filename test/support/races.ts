import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseOptions } from '#libs/database';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../../apps/api/src/service/app/entities.js';
import { type BuiltService, startBuilt, stopBuilt } from './built-service.js';
import { unrestricted } from './citus/database.js';
import { checkCounts } from './counts.js';
import { freshDatabase } from './database.js';
import { DICE_SEED, draw } from './dice.js';
import { isFull, printFigures } from './figures.js';
import { NO_RATE_LIMITS } from './no-rate-limits.js';
import { OpenApiCheck } from './openapi-check.js';
import type { Service } from './service.js';
import { type Person, world, type World } from './world.js';

/** What a replica answered. */
export interface ReplicaResponse {
  status: number;
  code: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each test knows the record it asked for
  body: any;
  /** The header `Link`. */
  link?: string | null;
}

type Send = (path: string, body?: object, signal?: AbortSignal) => Promise<ReplicaResponse>;
/** Sends requests as one caller, to one replica after the other. */
export type ReplicaClient = Record<'get' | 'post' | 'put' | 'patch' | 'delete', Send>;

/** Two replicas of the built service on one database. */
export interface Replicas {
  database: DataSource;
  as: (credential?: string) => ReplicaClient;
  world: () => Promise<World>;
}

/**
 * Starts two replicas for the tests about something; every answer must be documented, none a 5xx, and kept counts
 * right.
 */
export function useReplicas(about: string): Replicas {
  const replicas = {} as Replicas;
  const failures: string[] = [];
  let requests = 0;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const { url: strict, drop } = await freshDatabase();
    // What goes over all organizations at the start may ask every part of a table.
    const url = unrestricted(strict);
    const dataDir = mkdtempSync(join(tmpdir(), 'curbcut-races-'));
    const start = () => startBuilt({ ...ENVIRONMENT, DATABASE_URL: url, DATA_DIR: dataDir });
    const services: BuiltService[] = [await start(), await start()];
    const options = databaseOptions({ url, poolSize: 4, entities: ENTITIES, migrations: [] });
    const database = await new DataSource(options).initialize();
    const check = new OpenApiCheck(JSON.parse(readFileSync('openapi.json', 'utf8')));

    const send = async (
      verb: string,
      credential: string | undefined,
      ...[path, body, signal]: Parameters<Send>
    ): Promise<ReplicaResponse> => {
      requests += 1;
      const { base } = services[requests % 2]!;
      const response = await fetch(`${base}${path}`, {
        method: verb,
        headers: {
          ...(credential ? { authorization: `Bearer ${credential}` } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        body: body ? JSON.stringify(body) : undefined,
        signal,
      });
      const [{ status }, text, type] = [response, await response.text(), response.headers.get('content-type') ?? ''];
      const parsed = /json/.test(type) && text ? JSON.parse(text) : {};
      if (status >= 500) failures.push(`${verb} ${path} ${status} ${text} ${logOf(services, parsed.requestId)}`);
      else check.check({ verb, path: path.split('?')[0]!, status, type, body: parsed, text });
      return { status, code: parsed?.code ?? '', body: parsed, link: response.headers.get('link') };
    };

    Object.assign(replicas, {
      database,
      as: (credential?: string) =>
        Object.fromEntries(
          VERBS.map((verb) => [
            verb,
            (...request: Parameters<Send>) => send(verb.toUpperCase(), credential, ...request),
          ]),
        ),
      world: () => world({ database } as Service),
    });
    stop = async () => {
      for (const service of services) await stopBuilt(service);
      const [{ deadlocks }] = await database.query(
        'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
      );
      printFigures(`${about}, two replicas`, {
        seed: DICE_SEED,
        requests,
        'deadlocks broken by PostgreSQL': deadlocks,
      });
      await database.destroy();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    };
  }, 120_000);

  afterEach(async () => {
    expect(failures.splice(0)).toEqual([]);
    await checkCounts(replicas);
  });
  afterAll(async () => stop?.());
  return replicas;
}

/** What the services logged of a request. */
const logOf = (services: readonly BuiltService[], requestId: string): string =>
  services
    .flatMap(({ output }) => output().split('\n'))
    .filter((line) => line.includes(requestId))
    .join('\n');

const VERBS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const ENVIRONMENT = {
  LIMIT_ORGANIZATIONS: '0',
  WORKER: 'off',
  LOG_LEVEL: 'warn',
  ...NO_RATE_LIMITS,
  // So many that requests meet at the locks, and not in the queue before the pool.
  DATABASE_POOL_SIZE: '30',
};

/** How often a race is run: `full` times under `PROOF=full`, 200 unless said otherwise. */
export const rounds = (short: number, full = 200): number => (isFull ? full : short);

/** How long a test may take: 200 rounds on a slow machine. */
export const RACE_TIMEOUT_MS = 3_600_000;

/** Runs a race repeatedly and counts the outcomes. */
export async function countEndings(
  times: number,
  race: (round: number) => Promise<string>,
): Promise<Record<string, number>> {
  const endings: Record<string, number> = {};
  for (let round = 0; round < times; round += 1) {
    const ending = await race(round);
    endings[ending] = (endings[ending] ?? 0) + 1;
  }
  return endings;
}

/** Runs an action several times concurrently. */
export const concurrently = <T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

/** Runs actions concurrently, each with a random delay so that every order occurs; results are in the order given. */
export const raceAll = <T extends unknown[]>(...acts: { [K in keyof T]: () => Promise<T[K]> }): Promise<T> =>
  Promise.all(
    acts.map(async (act) => {
      await delay(draw() * LATE_MS);
      return (act as () => Promise<unknown>)();
    }),
  ) as Promise<T>;

const LATE_MS = 25;

/** How many answers there were of each status, as `{ 201: 90, 409: 10 }`. */
export function statuses(answers: readonly ReplicaResponse[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** A status with its code, where it has one: `201`, or `409 product_archived`. */
export const statusAndCode = ({ status, code }: ReplicaResponse): string => (code ? `${status} ${code}` : `${status}`);

/** The stored Grade of a product, and the one that its facts give now. Whatever raced, they must be the same. */
export async function grades(
  caller: ReplicaClient,
  product: { url: string },
): Promise<[stored: object, computed: object]> {
  const [stored, computed] = [
    await caller.get(`${product.url}/grade`),
    await caller.get(`${product.url}/grade/simulate`),
  ].map(({ body: { grade } }) => {
    const { letter, score, reasons, potentialLetter } = grade;
    return { letter, score, reasons, potentialLetter };
  });
  return [stored!, computed!];
}

/** Calls an endpoint of `/api/auth/organization` as somebody. */
export const organizationCall =
  (replicas: Replicas) =>
  (who: Person, call: string, body: object): Promise<ReplicaResponse> =>
    replicas.as(who.token).post(`/api/auth/organization/${call}`, body);

/** Counts rows; the statement begins with FROM. */
export const countRows =
  (replicas: Replicas) =>
  async (sql: string, ...parameters: unknown[]): Promise<number> =>
    (await replicas.database.query(`SELECT count(*)::int AS count ${sql}`, parameters))[0].count;
