import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseOptions } from '#libs/database';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../../apps/api/src/service/app/entities.js';
import { MIGRATIONS } from '../../apps/api/src/platform/migrations/migrations.js';
import {
  type BuiltService,
  runBuilt,
  type RunningProgram,
  startBuilt,
  stopAllBuilt,
  stopBuilt,
} from './built-service.js';
import { isFull } from './figures.js';
import { onConnection } from './on-connection.js';
import { type PostgresPair, startPostgresPair } from './postgres-pair.js';

/** An empty database with a streaming standby, and a folder where the programs keep what they write. */
export interface PairedDatabase {
  pair: PostgresPair;
  database: DataSource;
  folder: string;
}

/** Programs on one database: the two that answer requests and do jobs, and the one that does jobs only. */
export interface Programs {
  replicas: [BuiltService, BuiltService];
  worker: RunningProgram;
}

/** As many in the short form of the proof, and in the full one. */
export const count = (short: number, full: number): number => (isFull ? full : short);

export async function startPairedDatabase(): Promise<PairedDatabase> {
  const pair = await startPostgresPair();
  const database = await new DataSource(
    databaseOptions({ url: pair.primaryUrl, poolSize: 3, entities: ENTITIES, migrations: MIGRATIONS }),
  ).initialize();
  return { pair, database, folder: mkdtempSync(join(tmpdir(), 'curbcut-replicas-')) };
}

/** Starts all three at once; the folders of what they write are named a, b and c. */
export async function startPrograms(paired: PairedDatabase): Promise<Programs> {
  const [first, second, worker] = await Promise.all([
    startBuilt(environmentOf('a', paired)),
    startBuilt(environmentOf('b', paired)),
    startWorker(environmentOf('c', paired)),
  ]);
  return { replicas: [first, second], worker };
}

/** The exit codes of the three, ended with SIGTERM. */
export const stopPrograms = ({ replicas, worker }: Programs): Promise<(number | null)[]> =>
  Promise.all([...replicas, worker].map((run) => stopBuilt(run)));

/** Ends what was started; a program that ends with another code than 0 is a failure. */
export async function stopPairedDatabase(paired?: PairedDatabase, programs?: Programs): Promise<void> {
  const codes = programs ? await stopPrograms(programs) : [];
  await stopAllBuilt();
  await paired?.database.destroy();
  await paired?.pair.stop();
  if (paired) rmSync(paired.folder, { recursive: true, force: true });
  if (programs && codes.some((code) => code !== 0)) {
    const words = [...programs.replicas, programs.worker].map(({ output }) => output().slice(-3_000));
    throw new Error(`ended with ${codes.join(', ')}: ${words.join('\n')}`);
  }
}

const environmentOf = (name: string, { pair, folder }: PairedDatabase): Record<string, string> => ({
  DATABASE_URL: pair.primaryUrl,
  DATABASE_REPLICA_URLS: pair.standbyUrl,
  DATA_DIR: join(folder, name),
  RATE_LIMIT_STORE: 'postgres',
  RATE_LIMIT_PER_MINUTE: '0',
  ADDRESS_LIMIT_PER_MINUTE: '0',
  TRUST_PROXY: '1',
  WEBHOOKS_ALLOW_PRIVATE: 'true',
  SECRET_KEY: 'a key that only this proof encrypts with',
});

/** A process that does nothing but jobs, at work. */
async function startWorker(environment: Record<string, string>): Promise<RunningProgram> {
  const run = runBuilt('dist/service/main.js', { ...environment, WORKER: 'only' });
  while (!run.output().includes('runs jobs only')) {
    if (run.child.exitCode !== null) throw new Error(`the worker ended: ${run.output()}`);
    await delay(50);
  }
  return run;
}

/** What a replica answered: the seconds of `Retry-After`, and how many milliseconds it took. */
export interface Answer {
  status: number;
  body: any; // eslint-disable-line @typescript-eslint/no-explicit-any
  retryAfter: number;
  ms: number;
}

let addresses = 0;
/** A caller's address that nobody had before: limits by address are proved in one place only. */
export const newAddress = (): string => `10.${(addresses += 1) >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;

/** Sends a request to one of the replicas. */
export async function send(
  { base }: Pick<BuiltService, 'base'>,
  verb: string,
  path: string,
  { credential, body, address = newAddress() }: { credential?: string; body?: object; address?: string } = {},
): Promise<Answer> {
  const begun = performance.now();
  const response = await fetch(base + path, {
    method: verb,
    headers: {
      'x-forwarded-for': address,
      ...(credential ? { authorization: `Bearer ${credential}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text ? JSON.parse(text) : null,
    retryAfter: Number(response.headers.get('retry-after')),
    ms: performance.now() - begun,
  };
}

/** Asks one of the databases. */
export const query = (url: string, statement: string): Promise<Record<string, unknown>[]> =>
  onConnection(url, async (client) => (await client.query<Record<string, unknown>>(statement)).rows);
