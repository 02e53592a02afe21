import { z } from 'zod';
import { flag, list, postgresUrl } from './values.js';

/** The variables of the database, of what stands before it, and of its standbys. */
export const DATABASE = {
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_PASSWORD: z.string().optional(),
  DATABASE_POOLED: flag,
  DATABASE_POOLED_STATEMENTS: flag,
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URLS: list.pipe(z.array(postgresUrl)).default([]),
  REPLICA_MAX_LAG_SECONDS: z.coerce.number().int().min(1).default(10),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(100).default(10),
};

/** Where the database is, and its standbys. */
export interface DatabaseSettings {
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl?: string;
  /** That address is one of a pooler; undefined: it is the server's own. */
  databasePooler?: { keepsStatements: boolean };
  /**
   * The server itself, for what needs a session of its own: migrations, jobs and commands; undefined: `databaseUrl`.
   */
  databaseDirectUrl?: string;
  /** Streaming standbys of that database, from which lists are read. */
  databaseReplicaUrls: string[];
  /** A standby that lags further is not read from. */
  replicaMaxLagSeconds: number;
  databasePoolSize: number;
}

const ADDRESSES = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS'];
// Scheme, role, password.
const CREDENTIALS = /^(postgres(?:ql)?:\/\/)([^:@/?]*)(:[^@/?]*)?@/;

/**
 * The variables with `DATABASE_PASSWORD`, of any characters, in each address of the database; and why it has no place
 * there.
 */
export function withPassword(variables: Record<string, string | undefined>): {
  variables: Record<string, string | undefined>;
  faults: string[];
} {
  const { DATABASE_PASSWORD: password } = variables;
  if (password === undefined) return { variables, faults: [] };
  const fault = (message: string) => ({ variables, faults: [`DATABASE_PASSWORD: ${message}`] });
  if (variables['DATABASE_URL'] === undefined) return fault('requires DATABASE_URL');
  const encoded = encodeURIComponent(password).replaceAll("'", '%27');
  const changed = { ...variables };
  for (const name of ADDRESSES.filter((one) => variables[one] !== undefined)) {
    // Those of standbys are a list; the hosts of one address are parted by commas too.
    const each = name === 'DATABASE_REPLICA_URLS' ? variables[name]!.split(',') : [variables[name]!];
    const parts = each.map((address) => ({ address: address.trim(), found: CREDENTIALS.exec(address.trim()) }));
    if (parts.some(({ found }) => found?.[3] !== undefined)) return fault(`${name} has a password of its own`);
    if (parts.some(({ found }) => !found?.[2])) return fault(`${name} names no role`);
    changed[name] = parts
      .map(({ address, found }) => address.replace(found![0], () => `${found![1]}${found![2]}:${encoded}@`))
      .join(',');
  }
  return { variables: changed, faults: [] };
}

/** What the variables say. */
export const databaseOf = (env: z.infer<z.ZodObject<typeof DATABASE>>): DatabaseSettings => ({
  databaseUrl: env.DATABASE_URL,
  databasePooler: env.DATABASE_POOLED ? { keepsStatements: env.DATABASE_POOLED_STATEMENTS } : undefined,
  databaseDirectUrl: env.DATABASE_DIRECT_URL,
  databaseReplicaUrls: env.DATABASE_REPLICA_URLS,
  replicaMaxLagSeconds: env.REPLICA_MAX_LAG_SECONDS,
  databasePoolSize: env.DATABASE_POOL_SIZE,
});

/** What is said of the database without what it goes with. */
export function missingOfDatabase(present: Record<string, string | undefined>): string[] {
  const isPooled = present['DATABASE_POOLED'] === 'true';
  return [
    ...['DATABASE_REPLICA_URLS', 'DATABASE_DIRECT_URL']
      .filter((name) => present[name] && !present['DATABASE_URL'])
      .map((name) => `${name}: requires DATABASE_URL`),
    ...(isPooled && !present['DATABASE_DIRECT_URL']
      ? ['DATABASE_DIRECT_URL: required with DATABASE_POOLED: the address of the server behind the pooler']
      : []),
    ...(!isPooled && present['DATABASE_DIRECT_URL'] ? ['DATABASE_DIRECT_URL: requires DATABASE_POOLED=true'] : []),
    ...(!isPooled && present['DATABASE_POOLED_STATEMENTS'] === 'true'
      ? ['DATABASE_POOLED_STATEMENTS: requires DATABASE_POOLED=true']
      : []),
  ];
}
