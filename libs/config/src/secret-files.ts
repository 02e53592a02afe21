import { readFileSync } from 'node:fs';

/** The variables that hold a secret; each may stand in a file instead, which `<NAME>_FILE` names. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_PASSWORD',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URLS',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'METRICS_TOKEN',
  'SMTP_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'OIDC_CLIENT_SECRET',
] as const;

type Variables = Record<string, string | undefined>;

/**
 * The variables with those that stand in files, each without the line break at its end; and what is wrong with these.
 */
export function withSecretFiles(variables: Variables): { variables: Variables; faults: string[] } {
  const read: Variables = {};
  const faults: string[] = [];
  for (const name of SECRETS) {
    const file = variables[`${name}_FILE`];
    if (file === undefined) continue;
    if (variables[name] !== undefined) faults.push(`${name}: is also set as ${name}_FILE; use only one of them`);
    else
      try {
        read[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      } catch (error) {
        faults.push(`${name}_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
      }
  }
  return { variables: { ...variables, ...read }, faults };
}
