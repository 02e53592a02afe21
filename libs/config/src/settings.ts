import { resolve } from 'node:path';
import { z } from 'zod';
import { DATABASE, databaseOf, type DatabaseSettings, missingOfDatabase, withPassword } from './database-settings.js';
import { LIMITS, limitsOf, type LimitSettings } from './limit-settings.js';
import { RETENTION, retentionOf, type RetentionSettings } from './retention-settings.js';
import { SECRETS, withSecretFiles } from './secret-files.js';
import { missingOfStorage, STORAGE, storageOf, type S3Settings } from './storage-settings.js';
import { TRACING, tracingOf, type TracingSettings } from './tracing-settings.js';
import {
  consoleSetting,
  contact,
  days,
  dnsServers,
  flag,
  issuer,
  list,
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
  ...DATABASE,
  INGEST_CONCURRENCY: z.coerce.number().int().min(1).max(100).optional(),
  APP_URL: z.url({ protocol: /^https?$/ }).optional(),
  RUN_URL: runUrl.optional(),
  CONSOLE: consoleSetting,
  OWN_AGENT: z.enum(['on', 'off']).default('on'),
  CONTACT: contact.optional(),
  SIGN_UP: z.enum(['open', 'closed']).default('open'),
  FRESH_PROOF_DEFAULT: z.enum(['true', 'false']).default('false'),
  ...LIMITS,
  ...RETENTION,
  PROPOSAL_DAYS: days.default(30),
  LINE_DAYS: days.default(180),
  MAX_CONNECTIONS: z.coerce.number().int().min(1).default(2000),
  SECRET_KEY: z.string().min(32).optional(),
  SECRET_KEY_PREVIOUS: z.string().min(32).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  TRUST_PROXY: trustProxy.default(false),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('Curbcut <curbcut@localhost>'),
  ...STORAGE,
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(100).optional(),
  DNS_SERVERS: dnsServers.default([]),
  TRUSTED_ISSUERS: trustedIssuers.default([]),
  WORKER: z.enum(['inline', 'off', 'only']).default('inline'),
  WEBHOOKS_ALLOW_PRIVATE: flag,
  ...TRACING,
  CORS_ORIGINS: list.default([]),
  SESSION_SAME_SITE: z.enum(['lax', 'none']).default('lax'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** Everything that can be configured, read once at start. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- what each domain reads is declared with it
export interface Settings extends DatabaseSettings, LimitSettings, RetentionSettings {}
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- the same
export class Settings {
  host: string;
  port: number;
  /** Where probes and metrics are answered beside `port`; undefined: nowhere else. */
  healthPort?: number;
  /** Whether that port was given: one that was not may be taken by another process. */
  hasHealthPort: boolean;
  /** The public base URL, without a trailing slash: used for links in mails and for pictures. */
  publicUrl: string;
  /** Whether that address was given, or only follows from where the service listens. */
  hasPublicUrl: boolean;
  /** Whether the public URL uses https. */
  isSecure: boolean;
  /** The base URL of the pages of mailed links, without a trailing slash: the service itself, or a frontend. */
  appUrl: string;
  /**
   * The address of a run's page in a frontend, with `{organization}`, `{product}` and `{number}`; undefined: it has
   * none.
   */
  runUrl?: string;
  /** Absolute path of the folder for the embedded database, uploads and undelivered mail. */
  dataDir: string;
  /** Reports that are stored at once; others wait. */
  ingestConcurrency: number;
  /**
   * What browsers get at `/`: the console, a plain page, or for development what the Vite server at this address makes.
   */
  console: 'on' | 'off' | (string & {});
  /** Whether `npm start` runs an agent beside the service, where a browser is installed. */
  ownAgent: 'on' | 'off';
  signUp: 'open' | 'closed';
  /** Whom people are to ask about this installation: an address of mail or of the web. */
  contact?: string;
  /** Whether organizations that say nothing ask for a fresh proof before keys are made and owners named. */
  freshProofDefault: boolean;
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
  /** Who is asked for the records that prove domains; none: the servers of this machine. */
  dnsServers: readonly string[];
  /** The CI providers whose tokens are taken; no two with one issuer. */
  trustedIssuers: readonly { kind: 'github' | 'gitlab'; issuer: string }[];
  worker: 'inline' | 'off' | 'only';
  /** Whether webhooks may be sent to private addresses: for tests, and for receivers on the same host or network. */
  webhooksAllowPrivate: boolean;
  /** Undefined: nothing is traced. */
  tracing?: TracingSettings;
  corsOrigins: string[];
  /** Where the service itself is opened: its address, and where that is of this machine all names of the machine. */
  serviceOrigins: string[];
  /** Those of the service first, then those of its frontends. */
  ownOrigins: string[];
  /** Whether cookies are sent from frontends of this site alone, or also to those of others, each with its own. */
  sameSite: 'lax' | 'none';
  logLevel: string;
}

/** Thrown at start, naming every faulty variable at once. */
export class ConfigurationError extends Error {
  constructor(readonly faults: string[]) {
    super(`The configuration is invalid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

/** Where processes are asked that answer nothing else. */
const HEALTH_PORT_OF_WORKERS = 9090;

const OIDC = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'];

/**
 * Reads the settings from environment variables; an empty variable counts as absent.
 * @throws ConfigurationError naming every fault
 */
export function readSettings(variables: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const files = withSecretFiles(given);
  const { variables: present, faults: ofPassword } = withPassword(files.variables);
  const result = environment.safeParse(present);
  const faults = [
    ...files.faults,
    ...ofPassword,
    ...(result.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...missingOfStorage(present),
    ...missingOf(OIDC, present),
    ...missingOfDatabase(present),
    ...faultsOfSameSite(present),
    ...(present['WORKER'] !== 'only' && present['HEALTH_PORT'] && present['HEALTH_PORT'] === (present['PORT'] ?? '3000')
      ? ['HEALTH_PORT: must differ from PORT']
      : []),
  ];
  if (!result.success || faults.length > 0) throw new ConfigurationError(faults);
  const env = result.data;
  const publicUrl = (env.PUBLIC_URL ?? `http://${isWildcard(env.HOST) ? 'localhost' : env.HOST}:${env.PORT}`).replace(
    /\/+$/,
    '',
  );
  const appUrl = (env.APP_URL ?? publicUrl).replace(/\/+$/, '');
  const serviceOrigins = originsOf(publicUrl);
  return Object.assign(new Settings(), {
    host: env.HOST,
    port: env.PORT,
    healthPort: env.HEALTH_PORT ?? (env.WORKER === 'only' ? HEALTH_PORT_OF_WORKERS : undefined),
    hasHealthPort: env.HEALTH_PORT !== undefined,
    publicUrl,
    hasPublicUrl: env.PUBLIC_URL !== undefined,
    isSecure: publicUrl.startsWith('https:'),
    appUrl,
    runUrl: env.RUN_URL,
    dataDir: resolve(env.DATA_DIR),
    ...databaseOf(env),
    ingestConcurrency: env.INGEST_CONCURRENCY ?? Math.ceil(env.DATABASE_POOL_SIZE / 2),
    console: env.CONSOLE,
    ownAgent: env.OWN_AGENT,
    signUp: env.SIGN_UP,
    contact: env.CONTACT,
    freshProofDefault: env.FRESH_PROOF_DEFAULT === 'true',
    ...limitsOf(env),
    ...retentionOf(env),
    proposalDays: env.PROPOSAL_DAYS,
    lineDays: env.LINE_DAYS,
    maxConnections: env.MAX_CONNECTIONS,
    secretKey: env.SECRET_KEY,
    previousSecretKey: env.SECRET_KEY_PREVIOUS,
    metricsToken: env.METRICS_TOKEN,
    trustProxy: env.TRUST_PROXY,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    s3: storageOf(env),
    oidc: env.OIDC_ISSUER
      ? { issuer: env.OIDC_ISSUER, clientId: env.OIDC_CLIENT_ID!, clientSecret: env.OIDC_CLIENT_SECRET! }
      : undefined,
    oidcName: env.OIDC_ISSUER && (env.OIDC_NAME ?? new URL(env.OIDC_ISSUER).host),
    dnsServers: env.DNS_SERVERS,
    trustedIssuers: [...PUBLIC_ISSUERS, ...env.TRUSTED_ISSUERS],
    worker: env.WORKER,
    webhooksAllowPrivate: env.WEBHOOKS_ALLOW_PRIVATE,
    tracing: tracingOf(env),
    corsOrigins: env.CORS_ORIGINS,
    serviceOrigins,
    ownOrigins: [...new Set([...serviceOrigins, new URL(appUrl).origin, ...env.CORS_ORIGINS])],
    sameSite: env.SESSION_SAME_SITE,
    logLevel: env.LOG_LEVEL,
  } satisfies Settings);
}

/** Every variable that is read, those that name files of secrets too. */
export const VARIABLES: readonly string[] = [
  ...Object.keys(environment.shape),
  ...SECRETS.map((name) => `${name}_FILE`),
];

/** Whether a host means this machine, and no other that asks for it. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|(::ffff:)127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/** The origin of an address; where it is of this machine, that of each of its names, since people type any of them. */
function originsOf(address: string): string[] {
  const url = new URL(address);
  if (!isLoopback(url.hostname)) return [url.origin];
  const named = ['localhost', '127.0.0.1', '[::1]'].map((hostname) => Object.assign(new URL(url), { hostname }).origin);
  return [...new Set([url.origin, ...named])];
}

/** Whether this means every address of the machine, so that it is none of its own. */
export const isWildcard = (host: string): boolean => ['0.0.0.0', '::'].includes(host);

/** What cookies for frontends of other sites go with: browsers take them over https, and a provider leads past them. */
function faultsOfSameSite(present: Record<string, string | undefined>): string[] {
  if (present['SESSION_SAME_SITE'] !== 'none') return [];
  return [
    ...(present['PUBLIC_URL']?.toLowerCase().startsWith('https:')
      ? []
      : ['SESSION_SAME_SITE: none requires an https address in PUBLIC_URL']),
    ...(present['OIDC_ISSUER'] === undefined
      ? []
      : [
          'SESSION_SAME_SITE: none cannot be combined with OIDC_ISSUER, whose sign-in cookie is not available to other frontends',
        ]),
  ];
}

/** The variables that are missing although others of their group are set. */
function missingOf(names: readonly string[], values: Record<string, string | undefined>): string[] {
  const present = names.filter((name) => values[name] !== undefined);
  const absent = names.filter((name) => values[name] === undefined);
  return present.length === 0 ? [] : absent.map((name) => `${name}: required with ${present.join(' and ')}`);
}
