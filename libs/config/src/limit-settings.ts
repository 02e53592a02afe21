import { z } from 'zod';
import { limit } from './values.js';

/** The variables of what is limited in number or by time. */
export const LIMITS = {
  RATE_LIMIT_PER_MINUTE: limit.default(600),
  ADDRESS_LIMIT_PER_MINUTE: limit.default(120),
  SIGN_IN_LIMIT_PER_MINUTE: limit.default(20),
  INGEST_LIMIT_PER_MINUTE: limit.default(300),
  PUBLISHED_LIMIT_PER_MINUTE: limit.default(300),
  AGENT_LIMIT_PER_MINUTE: limit.default(1200),
  MAIL_LIMIT_PER_HOUR: limit.default(5),
  INVITATION_LIMIT_PER_DAY: limit.default(200),
  LIMIT_ORGANIZATIONS: limit.default(20),
  LIMIT_MEMBERS: limit.default(2000),
  LIMIT_INVITATIONS: limit.default(200),
  LIMIT_TEAMS: limit.default(200),
  LIMIT_API_KEYS: limit.default(200),
  LIMIT_TRUSTED_PUBLISHERS: limit.default(20),
  LIMIT_DOMAINS: limit.default(20),
  LIMIT_PROVISIONED_PEOPLE: limit.default(20_000),
  LIMIT_PROVISIONED_GROUPS: limit.default(1000),
  LIMIT_WEBHOOKS: limit.default(20),
  LIMIT_TRACKER_CONNECTIONS: limit.default(5),
  LIMIT_PRODUCTS: limit.default(5000),
  LIMIT_AREAS: limit.default(500),
  LIMIT_FINDINGS: limit.default(500_000),
  LIMIT_ISSUES: limit.default(100_000),
  LIMIT_SAVED_VIEWS: limit.default(100),
  LIMIT_PAGES: limit.default(100_000),
  LIMIT_MONITORS: limit.default(100),
  LIMIT_AGENTS: limit.default(100),
  LIMIT_SECRETS: limit.default(50),
  LIMIT_STANDARDS: limit.default(100),
  LIMIT_REQUIREMENTS: limit.default(2000),
  LIMIT_OUTCOMES: limit.default(50_000),
  LIMIT_EVIDENCE_BYTES: limit.default(10_737_418_240),
  RATE_LIMIT_STORE: z.enum(['memory', 'postgres']).default('memory'),
};

/** The kinds of records that are limited in number, with the variable of each limit. */
export const RECORD_LIMITS = {
  organizations: 'LIMIT_ORGANIZATIONS',
  members: 'LIMIT_MEMBERS',
  invitations: 'LIMIT_INVITATIONS',
  teams: 'LIMIT_TEAMS',
  apiKeys: 'LIMIT_API_KEYS',
  trustedPublishers: 'LIMIT_TRUSTED_PUBLISHERS',
  domains: 'LIMIT_DOMAINS',
  provisionedPeople: 'LIMIT_PROVISIONED_PEOPLE',
  provisionedGroups: 'LIMIT_PROVISIONED_GROUPS',
  webhooks: 'LIMIT_WEBHOOKS',
  trackerConnections: 'LIMIT_TRACKER_CONNECTIONS',
  products: 'LIMIT_PRODUCTS',
  areas: 'LIMIT_AREAS',
  findings: 'LIMIT_FINDINGS',
  issues: 'LIMIT_ISSUES',
  savedViews: 'LIMIT_SAVED_VIEWS',
  pages: 'LIMIT_PAGES',
  monitors: 'LIMIT_MONITORS',
  agents: 'LIMIT_AGENTS',
  secrets: 'LIMIT_SECRETS',
  standards: 'LIMIT_STANDARDS',
  requirements: 'LIMIT_REQUIREMENTS',
  outcomes: 'LIMIT_OUTCOMES',
  evidenceBytes: 'LIMIT_EVIDENCE_BYTES',
} as const;
export type LimitedRecord = keyof typeof RECORD_LIMITS;

/** How many records of each kind there may be; 0 is no limit. */
export interface RecordLimits {
  recordLimits: Readonly<Record<LimitedRecord, number>>;
}

/** What is limited in number or by time. */
export interface LimitSettings extends RecordLimits {
  /** Requests a minute; 0 is no limit. */
  limits: {
    perMinute: number;
    address: number;
    signIn: number;
    ingest: number;
    published: number;
    agent: number;
    store: 'memory' | 'postgres';
  };
  /**
   * Mails of one kind to one recipient within an hour, and invitations of one organization within a day; 0 is no limit.
   */
  mailLimits: { perHour: number; invitationsPerDay: number };
}

/** What the variables say. */
export const limitsOf = (env: z.infer<z.ZodObject<typeof LIMITS>>): LimitSettings => ({
  limits: {
    perMinute: env.RATE_LIMIT_PER_MINUTE,
    address: env.ADDRESS_LIMIT_PER_MINUTE,
    signIn: env.SIGN_IN_LIMIT_PER_MINUTE,
    ingest: env.INGEST_LIMIT_PER_MINUTE,
    published: env.PUBLISHED_LIMIT_PER_MINUTE,
    agent: env.AGENT_LIMIT_PER_MINUTE,
    store: env.RATE_LIMIT_STORE,
  },
  mailLimits: { perHour: env.MAIL_LIMIT_PER_HOUR, invitationsPerDay: env.INVITATION_LIMIT_PER_DAY },
  recordLimits: mapValues(RECORD_LIMITS, (variable) => env[variable]),
});

const mapValues = <K extends string, V, W>(record: Readonly<Record<K, V>>, map: (value: V) => W): Record<K, W> =>
  Object.fromEntries(Object.entries<V>(record).map(([key, value]) => [key, map(value)])) as Record<K, W>;
