import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseOptions } from '#libs/database';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../../apps/api/src/service/app/entities.js';
import { type BuiltService, startBuilt, stopBuilt } from './built-service.js';
import { unrestricted } from './citus/database.js';
import { freshDatabase } from './database.js';
import { NO_RATE_LIMITS } from './no-rate-limits.js';
import { eventually } from './eventually.js';
import type { Service } from './service.js';
import { world, type World } from './world.js';

/** What came back; `body` is the JSON, or undefined. */
export interface TargetResponse {
  status: number;
  code: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each test knows the record it asked for
  body: any;
  text: string;
  headers: Record<string, string | string[] | undefined>;
  /** The cookies it sets, as a browser would send them back. */
  cookie: string;
}

/** How a request differs from a plain one. */
export interface Request {
  body?: object | string | Buffer;
  headers?: Record<string, string>;
  /** The address it comes from, of 127.0.0.0/8. */
  from?: string;
}

/** A mail as it lies in the folder. */
interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  /** The secret of the first link in it. */
  token: string;
}

type Send = (path: string, body?: Request['body'], more?: Omit<Request, 'body'>) => Promise<TargetResponse>;
/** Sends requests as one caller. */
type TargetClient = Record<'get' | 'post' | 'put' | 'patch' | 'delete' | 'head', Send>;

/** Somebody who signed up over HTTP, with a password. */
export interface TargetAccount {
  id: string;
  email: string;
  password: string;
  token: string;
}

/** The built service that is attacked, and what its attacker's victim can see of it. */
export interface Target {
  base: string;
  url: string;
  dataDir: string;
  database: DataSource;
  output: () => string;
  /** A caller with a bearer, or with none. */
  as: (token?: string) => TargetClient;
  /** A caller with the cookies of a browser. */
  browser: (cookie: string) => TargetClient;
  send: (verb: string, path: string, more?: Request) => Promise<TargetResponse>;
  world: () => Promise<World>;
  /** A new account; its address is verified in the database if asked. */
  account: (over?: { email?: string; verified?: boolean; name?: string }) => Promise<TargetAccount>;
  signIn: (who: { email: string; password: string }, more?: Omit<Request, 'body'>) => Promise<TargetResponse>;
  /** Every mail to this address, oldest first, once no mail waits to be sent. */
  mails: (to: string) => Promise<ReceivedMail[]>;
  /** The latest mail to this address whose text matches, once there is one. */
  mail: (to: string, about?: RegExp) => Promise<ReceivedMail>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each query has rows of its own
  sql: (text: string, parameters?: unknown[]) => Promise<any[]>;
  /** Everything that the database holds, as text: tables, queue and all. */
  dump: () => Promise<string>;
}

export const TARGET_PASSWORD = 'correct horse battery staple';
const UNLIMITED = {
  ...NO_RATE_LIMITS,
  MAIL_LIMIT_PER_HOUR: '0',
  INVITATION_LIMIT_PER_DAY: '0',
  SECRET_KEY: 'a key with which only a target is encrypted',
  LOG_LEVEL: 'info',
};
const VERBS = ['get', 'post', 'put', 'patch', 'delete', 'head'] as const;
let personCount = 0;

/** An address that nobody has yet. */
export const newAddress = (): string => `victim-${(personCount += 1)}-${process.pid}@example.org`;

/** Starts the built service before the tests of a file, without limits but for those given, and stops it after them. */
export function useTarget(environment: Record<string, string> = {}): Target {
  const target = {} as Target;
  let service: BuiltService | undefined;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const { url: strict, drop } = await freshDatabase();
    // What goes over all organizations at the start may ask every part of a table.
    const url = unrestricted(strict);
    const dataDir = mkdtempSync(join(tmpdir(), 'curbcut-target-'));
    const options = databaseOptions({ url, poolSize: 4, entities: ENTITIES, migrations: [] });
    const database = await new DataSource(options).initialize();
    stop = async () => {
      if (service) await stopBuilt(service);
      await database.destroy();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    };
    service = await startBuilt({ ...UNLIMITED, DATABASE_URL: url, DATA_DIR: dataDir, ...environment });
    const { base, output } = service;
    Object.assign(target, { base, output, url, dataDir, database }, drive(base, database, dataDir));
  }, 120_000);
  afterAll(async () => stop?.());
  return target;
}

function drive(base: string, database: DataSource, dataDir: string): Partial<Target> {
  const send: Target['send'] = (verb, path, more) => sendTo(base, verb, path, more);
  const callerWith = (credential: Record<string, string>): TargetClient =>
    Object.fromEntries(
      VERBS.map((verb) => [
        verb,
        (path: string, body?: Request['body'], more: Request = {}) =>
          send(verb.toUpperCase(), path, { ...more, body, headers: { ...credential, ...more.headers } }),
      ]),
    ) as TargetClient;
  const as: Target['as'] = (token) => callerWith(token === undefined ? {} : { authorization: `Bearer ${token}` });
  const sql: Target['sql'] = (text, parameters) => database.query(text, parameters);
  const signIn: Target['signIn'] = ({ email, password }, more) =>
    as().post('/api/auth/sign-in/email', { email, password }, more);
  const mails: Target['mails'] = async (to) => {
    await eventually(
      async () =>
        (
          await sql(
            'SELECT count(*)::int AS n FROM graphile_worker.jobs WHERE run_at <= now() AND attempts < max_attempts',
          )
        )[0].n,
      (n) => n === 0,
    );
    return mailsIn(dataDir).filter((mail) => mail.to === to);
  };
  return {
    as,
    send,
    sql,
    signIn,
    mails,
    browser: (cookie) => callerWith({ cookie }),
    world: () => world({ database } as Service),
    account: async ({ email = newAddress(), verified = false, name = 'Ada' } = {}) => {
      const answer = await as().post('/api/auth/sign-up/email', { email, name, password: TARGET_PASSWORD });
      if (answer.status !== 200) throw new Error(`sign-up: ${answer.status} ${answer.text}`);
      if (verified) await sql('UPDATE users SET email_verified = true WHERE email = $1', [email]);
      return { id: answer.body.user.id, email, password: TARGET_PASSWORD, token: answer.body.token };
    },
    mail: async (to, about = /./) =>
      (
        await eventually(
          async () => (await mails(to)).filter((mail) => about.test(`${mail.subject}\n${mail.text}`)),
          ({ length }) => length > 0,
        )
      ).at(-1)!,
    dump: async () => {
      const tables = await sql(
        `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
         WHERE table_schema IN ('public', 'graphile_worker') AND table_type = 'BASE TABLE'`,
      );
      const rows = await Promise.all(tables.map(({ name }) => sql(`SELECT to_jsonb(t)::text AS row FROM ${name} t`)));
      return rows.flatMap((some) => some.map(({ row }) => row)).join('\n');
    },
  };
}

function mailsIn(dataDir: string): ReceivedMail[] {
  const folder = join(dataDir, 'mail');
  const files = (() => {
    try {
      return readdirSync(folder).sort();
    } catch {
      return [];
    }
  })();
  return files.map((file) => {
    const whole = readFileSync(join(folder, file), 'utf8');
    const {
      to = '',
      subject = '',
      text = '',
    } = /^To: (?<to>.*)\nSubject: (?<subject>.*)\n\n(?<text>[^]*)$/.exec(whole)?.groups ?? {};
    return { to, subject, text, token: decodeURIComponent(/[?&]token=([^&\s>"]+)/.exec(text)?.[1] ?? '') };
  });
}

/** Sends one request on a connection of its own; redirects are answers. */
export function sendTo(
  base: string,
  verb: string,
  path: string,
  { body, headers, from }: Request = {},
): Promise<TargetResponse> {
  const { hostname, port } = new URL(base);
  const isJson = body !== undefined && typeof body === 'object' && !Buffer.isBuffer(body);
  const bytes = isJson ? JSON.stringify(body) : body;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        hostname,
        port,
        path,
        method: verb,
        agent: false,
        localAddress: from,
        headers: {
          ...(isJson ? { 'content-type': 'application/json' } : {}),
          ...(bytes === undefined ? {} : { 'content-length': String(Buffer.byteLength(bytes as string)) }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const parsed = /json/.test(String(response.headers['content-type'])) && text ? JSON.parse(text) : undefined;
          resolve({
            status: response.statusCode!,
            code: parsed?.code ?? '',
            body: parsed,
            text,
            headers: response.headers,
            cookie: (response.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; '),
          });
        });
      },
    );
    outgoing.setTimeout(20_000, () => outgoing.destroy(new Error(`${verb} ${path}: no answer within 20 s`)));
    outgoing.on('error', reject);
    outgoing.end(bytes);
  });
}

/** Status and code, for comparing answers at a glance. */
export const statusAndCode = ({ status, code }: TargetResponse): string => `${status} ${code}`.trim();
