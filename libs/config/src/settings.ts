import { resolve } from 'node:path';
import { z } from 'zod';
import { TRACING, tracingOf, type TracingSettings } from './tracing-settings.js';
import {
  consoleSetting,
  contact,
  days,
  flag,
  issuer,
  limit,
  list,
  postgresUrl,
  runUrl,
  trustedIssuers,
  trustProxy,
} from './values.js';

const PUBLIC_ISSUERS = [
  { kind: 'github', issuer: 'https://token.actions.githubusercontent.com' },
  { kind: 'gitlab', issuer: 'https://gitlab.com' },
] as const;

/** Every variable, with its default; `.env.example` tells them to operators. */
export const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HEALTH_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().default('./.data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOLED: flag,
  DATABASE_POOLED_STATEMENTS: flag,
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URLS: list.pipe(z.array(postgresUrl)).default([]),
  REPLICA_MAX_LAG_SECONDS: z.coerce.number().int().min(1).default(10),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(100).default(10),
  INGEST_CONCURRENCY: z.coerce.number().int().min(1).max(100).optional(),
  APP_URL: z.url({ protocol: /^https?$/ }).optional(),
  RUN_URL: runUrl.optional(),
  CONSOLE: consoleSetting,
  CONTACT: contact.optional(),
  SIGN_UP: z.enum(['open', 'closed']).default('open'),
  FRESH_PROOF_DEFAULT: z.enum(['true', 'false']).default('false'),
  RATE_LIMIT_PER_MINUTE: limit.default(600),
  ADDRESS_LIMIT_PER_MINUTE: limit.default(120),
  SIGN_IN_LIMIT_PER_MINUTE: limit.default(20),
  INGEST_LIMIT_PER_MINUTE: limit.default(300),
  PUBLISHED_LIMIT_PER_MINUTE: limit.default(300),
  MAIL_LIMIT_PER_HOUR: limit.default(5),
  INVITATION_LIMIT_PER_DAY: limit.default(200),
  LIMIT_ORGANIZATIONS: limit.default(20),
  LIMIT_MEMBERS: limit.default(2000),
  LIMIT_INVITATIONS: limit.default(200),
  LIMIT_TEAMS: limit.default(200),
  LIMIT_API_KEYS: limit.default(200),
  LIMIT_TRUSTED_PUBLISHERS: limit.default(20),
  LIMIT_WEBHOOKS: limit.default(20),
  LIMIT_PRODUCTS: limit.default(5000),
  LIMIT_AREAS: limit.default(500),
  LIMIT_FINDINGS: limit.default(500_000),
  LIMIT_ISSUES: limit.default(100_000),
  LIMIT_SAVED_VIEWS: limit.default(100),
  LIMIT_STANDARDS: limit.default(100),
  LIMIT_REQUIREMENTS: limit.default(2000),
  PROPOSAL_DAYS: days.default(30),
  LINE_DAYS: days.default(180),
  MAX_CONNECTIONS: z.coerce.number().int().min(1).default(2000),
  SECRET_KEY: z.string().min(32).optional(),
  SECRET_KEY_PREVIOUS: z.string().min(32).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  RATE_LIMIT_STORE: z.enum(['memory', 'postgres']).default('memory'),
  TRUST_PROXY: trustProxy.default(false),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('Curbcut <curbcut@localhost>'),
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(100).optional(),
  TRUSTED_ISSUERS: trustedIssuers.default([]),
  WORKER: z.enum(['inline', 'off', 'only']).default('inline'),
  WEBHOOKS_ALLOW_PRIVATE: flag,
  ...TRACING,
  CORS_ORIGINS: list.default([]),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** The kinds of records that are limited in number, with the variable of each limit. */
export const RECORD_LIMITS = {
  organizations: 'LIMIT_ORGANIZATIONS',
  members: 'LIMIT_MEMBERS',
  invitations: 'LIMIT_INVITATIONS',
  teams: 'LIMIT_TEAMS',
  apiKeys: 'LIMIT_API_KEYS',
  trustedPublishers: 'LIMIT_TRUSTED_PUBLISHERS',
  webhooks: 'LIMIT_WEBHOOKS',
  products: 'LIMIT_PRODUCTS',
  areas: 'LIMIT_AREAS',
  findings: 'LIMIT_FINDINGS',
  issues: 'LIMIT_ISSUES',
  savedViews: 'LIMIT_SAVED_VIEWS',
  standards: 'LIMIT_STANDARDS',
  requirements: 'LIMIT_REQUIREMENTS',
} as const;
export type LimitedRecord = keyof typeof RECORD_LIMITS;

/** A bucket of an S3 store, and who may use it. */
export interface S3Settings {
  bucket: string;
  /** Undefined: Amazon's own. */
  endpoint?: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Everything that can be configured, read once at start. */
export class Settings {
  host: string;
  port: number;
  /** Where probes and metrics are answered beside `port`; undefined: nowhere else. */
  healthPort?: number;
  /** The public base URL, without a trailing slash: used for links in mails and for pictures. */
  publicUrl: string;
  /** Whether that address was given, or only follows from where the service listens. */
  hasPublicUrl: boolean;
  /** Whether the public URL uses https. */
  isSecure: boolean;
  /** The base URL of the pages of mailed links, without a trailing slash: the service itself, or a frontend. */
  appUrl: string;
  /** The address of a run's page in a frontend, with `{organization}`, `{product}` and `{number}`; undefined: it has none. */
  runUrl?: string;
  /** Absolute path of the folder for the embedded database, uploads and undelivered mail. */
  dataDir: string;
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl?: string;
  /** That address is one of a pooler; undefined: it is the server's own. */
  databasePooler?: { keepsStatements: boolean };
  /** The server itself, for what needs a session of its own: migrations, jobs and commands; undefined: `databaseUrl`. */
  databaseDirectUrl?: string;
  /** Streaming standbys of that database, from which lists are read. */
  databaseReplicaUrls: string[];
  /** A standby that lags further is not read from. */
  replicaMaxLagSeconds: number;
  databasePoolSize: number;
  /** Reports that are stored at once; others wait. */
  ingestConcurrency: number;
  /** What browsers get at `/`: the console, a plain page, or for development what the Vite server at this address makes. */
  console: 'on' | 'off' | (string & {});
  signUp: 'open' | 'closed';
  /** Whom people are to ask about this installation: an address of mail or of the web. */
  contact?: string;
  /** Whether organizations that say nothing ask for a fresh proof before keys are made and owners named. */
  freshProofDefault: boolean;
  /** Requests a minute; 0 is no limit. */
  limits: {
    perMinute: number;
    address: number;
    signIn: number;
    ingest: number;
    published: number;
    store: 'memory' | 'postgres';
  };
  /** Mails of one kind to one recipient within an hour, and invitations of one organization within a day; 0 is no limit. */
  mailLimits: { perHour: number; invitationsPerDay: number };
  /** The maximum number of records by kind; 0 is no limit. */
  recordLimits: Readonly<Record<LimitedRecord, number>>;
  /** After so many days without a run a proposal, or a main line beside another one, ends; 0 is never. */
  proposalDays: number;
  lineDays: number;
  /** Connections open at once; beyond them 16 are for this machine. */
  maxConnections: number;
  /** Encrypts stored secrets; undefined: features that store secrets are not available. */
  secretKey?: string;
  /** Decrypts secrets that were encrypted with the previous key. */
  previousSecretKey?: string;
  /** The bearer token for `/metrics`; undefined: only this machine may read it. */
  metricsToken?: string;
  trustProxy: boolean | number | string;
  smtpUrl?: string;
  mailFrom: string;
  /** Undefined: uploads lie in the data folder. */
  s3?: S3Settings;
  /** The OpenID provider with which people may sign in; undefined: none. */
  oidc?: { issuer: string; clientId: string; clientSecret: string };
  /** What people know that provider by; undefined where there is none. */
  oidcName?: string;
  /** The CI providers whose tokens are taken; no two with one issuer. */
  trustedIssuers: readonly { kind: 'github' | 'gitlab'; issuer: string }[];
  worker: 'inline' | 'off' | 'only';
  /** Whether webhooks may be sent to private addresses: for tests, and for receivers on the same host or network. */
  webhooksAllowPrivate: boolean;
  /** Undefined: nothing is traced. */
  tracing?: TracingSettings;
  corsOrigins: string[];
  /** The origin of the service first, then those of its frontends. */
  ownOrigins: string[];
  logLevel: string;
}

/** Thrown at start, naming every faulty variable at once. */
export class ConfigurationError extends Error {
  constructor(readonly faults: string[]) {
    super(`The configuration is faulty:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

const OIDC = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'];

/**
 * Reads the settings from environment variables; an empty variable counts as absent.
 * @throws ConfigurationError naming every fault
 */
export function readSettings(variables: Record<string, string | undefined>): Settings {
  const present = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = environment.safeParse(present);
  const faults = [
    ...(result.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...missingOfS3(present),
    ...missingOf(OIDC, present),
    ...missingOfDatabase(present),
    ...(present['HEALTH_PORT'] && present['HEALTH_PORT'] === (present['PORT'] ?? '3000')
      ? ['HEALTH_PORT: must be another one than PORT']
      : []),
  ];
  if (!result.success || faults.length > 0) throw new ConfigurationError(faults);
  const env = result.data;
  const publicUrl = (env.PUBLIC_URL ?? `http://${isWildcard(env.HOST) ? 'localhost' : env.HOST}:${env.PORT}`).replace(
    /\/+$/,
    '',
  );
  const appUrl = (env.APP_URL ?? publicUrl).replace(/\/+$/, '');
  return Object.assign(new Settings(), {
    host: env.HOST,
    port: env.PORT,
    healthPort: env.HEALTH_PORT,
    publicUrl,
    hasPublicUrl: env.PUBLIC_URL !== undefined,
    isSecure: publicUrl.startsWith('https:'),
    appUrl,
    runUrl: env.RUN_URL,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databasePooler: env.DATABASE_POOLED ? { keepsStatements: env.DATABASE_POOLED_STATEMENTS } : undefined,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databaseReplicaUrls: env.DATABASE_REPLICA_URLS,
    replicaMaxLagSeconds: env.REPLICA_MAX_LAG_SECONDS,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    ingestConcurrency: env.INGEST_CONCURRENCY ?? Math.ceil(env.DATABASE_POOL_SIZE / 2),
    console: env.CONSOLE,
    signUp: env.SIGN_UP,
    contact: env.CONTACT,
    freshProofDefault: env.FRESH_PROOF_DEFAULT === 'true',
    limits: {
      perMinute: env.RATE_LIMIT_PER_MINUTE,
      address: env.ADDRESS_LIMIT_PER_MINUTE,
      signIn: env.SIGN_IN_LIMIT_PER_MINUTE,
      ingest: env.INGEST_LIMIT_PER_MINUTE,
      published: env.PUBLISHED_LIMIT_PER_MINUTE,
      store: env.RATE_LIMIT_STORE,
    },
    mailLimits: { perHour: env.MAIL_LIMIT_PER_HOUR, invitationsPerDay: env.INVITATION_LIMIT_PER_DAY },
    recordLimits: mapValues(RECORD_LIMITS, (variable) => env[variable]),
    proposalDays: env.PROPOSAL_DAYS,
    lineDays: env.LINE_DAYS,
    maxConnections: env.MAX_CONNECTIONS,
    secretKey: env.SECRET_KEY,
    previousSecretKey: env.SECRET_KEY_PREVIOUS,
    metricsToken: env.METRICS_TOKEN,
    trustProxy: env.TRUST_PROXY,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    s3: env.S3_BUCKET
      ? {
          bucket: env.S3_BUCKET,
          endpoint: env.S3_ENDPOINT,
          region: env.S3_REGION!,
          accessKeyId: env.S3_ACCESS_KEY_ID!,
          secretAccessKey: env.S3_SECRET_ACCESS_KEY!,
        }
      : undefined,
    oidc: env.OIDC_ISSUER
      ? { issuer: env.OIDC_ISSUER, clientId: env.OIDC_CLIENT_ID!, clientSecret: env.OIDC_CLIENT_SECRET! }
      : undefined,
    oidcName: env.OIDC_ISSUER && (env.OIDC_NAME ?? new URL(env.OIDC_ISSUER).host),
    trustedIssuers: [...PUBLIC_ISSUERS, ...env.TRUSTED_ISSUERS],
    worker: env.WORKER,
    webhooksAllowPrivate: env.WEBHOOKS_ALLOW_PRIVATE,
    tracing: tracingOf(env),
    corsOrigins: env.CORS_ORIGINS,
    ownOrigins: [...new Set([new URL(publicUrl).origin, new URL(appUrl).origin, ...env.CORS_ORIGINS])],
    logLevel: env.LOG_LEVEL,
  } satisfies Settings);
}

/** Whether this means every address of the machine, so that it is none of its own. */
export const isWildcard = (host: string): boolean => ['0.0.0.0', '::'].includes(host);

const mapValues = <K extends string, V, W>(record: Readonly<Record<K, V>>, map: (value: V) => W): Record<K, W> =>
  Object.fromEntries(Object.entries<V>(record).map(([key, value]) => [key, map(value)])) as Record<K, W>;

/** What is said of the database without what it goes with. */
function missingOfDatabase(present: Record<string, string | undefined>): string[] {
  const isPooled = present['DATABASE_POOLED'] === 'true';
  return [
    ...['DATABASE_REPLICA_URLS', 'DATABASE_DIRECT_URL']
      .filter((name) => present[name] && !present['DATABASE_URL'])
      .map((name) => `${name}: goes with DATABASE_URL`),
    ...(isPooled && !present['DATABASE_DIRECT_URL']
      ? ['DATABASE_DIRECT_URL: needed with DATABASE_POOLED: the address of the server behind the pooler']
      : []),
    ...(!isPooled && present['DATABASE_DIRECT_URL'] ? ['DATABASE_DIRECT_URL: goes with DATABASE_POOLED=true'] : []),
    ...(!isPooled && present['DATABASE_POOLED_STATEMENTS'] === 'true'
      ? ['DATABASE_POOLED_STATEMENTS: goes with DATABASE_POOLED=true']
      : []),
  ];
}

// Otherwise an incomplete configuration would fail only at the first upload.
function missingOfS3(present: Record<string, string | undefined>): string[] {
  const needed = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  if (![...needed, 'S3_ENDPOINT'].some((name) => present[name] !== undefined)) return [];
  return needed
    .filter((name) => present[name] === undefined)
    .map((name) => `${name}: needed where another of the S3 variables is set`);
}

/** Variables that must be set together: those that are missing while another one is set. */
function missingOf(names: readonly string[], present: Record<string, string | undefined>): string[] {
  const absent = names.filter((name) => present[name] === undefined);
  return absent.length === names.length ? [] : absent.map((name) => `${name}: goes with ${names.join(', ')}`);
}
