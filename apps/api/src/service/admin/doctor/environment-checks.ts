import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Settings } from '#libs/config';
import { openStorage } from '#libs/storage';
import { checkTransport } from '../../../platform/mails/mailer.js';
import { type CheckResult, note, right, wrong } from './check-result.js';

const ANSWER_WITHIN_MS = 4_000;
const LEAST_FREE_BYTES = 1e9;
const LEAST_FREE_SHARE = 0.05;

/** The address that people use. */
export function examineAddress({ publicUrl, isSecure, trustProxy }: Settings): CheckResult[] {
  const { hostname } = new URL(publicUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (isLocal)
    return [note('address', `${publicUrl} is reachable from this machine only: set PUBLIC_URL to the public address`)];
  if (!isSecure)
    return [wrong('address', `${publicUrl} is not https: put a TLS proxy in front, and set PUBLIC_URL to its address`)];
  return [
    right('address', publicUrl),
    ...(trustProxy === false
      ? [
          note(
            'proxy',
            'TRUST_PROXY is not set: behind a proxy, all callers would have the same address; set it to the number of proxies in front',
          ),
        ]
      : []),
  ];
}

/** Whether the service answers there. A note only: what people reach need not be reached from here. */
export async function examineAnswer({ publicUrl }: Settings): Promise<CheckResult[]> {
  const why = await fetch(`${publicUrl}/health/live`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(
    ({ ok, status }) => (ok ? undefined : `answers ${status}`),
    (error: Error) => `does not respond from here (${causeOf(error)})`,
  );
  return [why === undefined ? right('address', `${publicUrl} answers`) : note('address', `${publicUrl} ${why}`)];
}

const causeOf = ({ message, cause }: Error): string => (cause instanceof Error ? cause.message : '') || message;

export async function examineMail({ smtpUrl, dataDir }: Settings): Promise<CheckResult[]> {
  if (!smtpUrl) return [note('mail', `no SMTP_URL: emails are stored in ${dataDir}/mail and not delivered`)];
  const { host } = new URL(smtpUrl);
  try {
    await checkTransport(smtpUrl);
    return [right('mail', `${host} accepts emails`)];
  } catch (error) {
    return [wrong('mail', `${host}: ${(error as Error).message}. Check host, port and password of SMTP_URL`)];
  }
}

/** Stores a file, reads it and takes it away. */
export async function examineStorage(settings: Settings): Promise<CheckResult[]> {
  const where = settings.s3 ? `bucket ${settings.s3.bucket}` : `${settings.dataDir}/uploads`;
  const [name, content] = [`doctor/${randomBytes(8).toString('hex')}.txt`, Buffer.from('doctor')];
  try {
    const storage = await openStorage(settings);
    await storage.put(name, content, 'text/plain');
    const found = await storage.read(name);
    await storage.remove(name);
    return [
      found?.equals(content)
        ? right('storage', `${where} stores pictures`)
        : wrong('storage', `${where} does not return stored files`),
    ];
  } catch (error) {
    const { cause } = error as Error;
    return [wrong('storage', `${where}: ${cause instanceof Error ? cause.message : String(cause ?? error)}`)];
  }
}

export async function examineDisk({ dataDir, databaseUrl, s3 }: Settings): Promise<CheckResult[]> {
  if ((databaseUrl && s3) || !existsSync(dataDir)) return [];
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const space = `${((bavail * bsize) / 1e9).toFixed(1)} GB are free at ${dataDir}`;
  const isLow = bavail * bsize < LEAST_FREE_BYTES || bavail / blocks < LEAST_FREE_SHARE;
  return [isLow ? wrong('disk', `only ${space}: free disk space before the database stops`) : right('disk', space)];
}
