import type { Settings } from '#libs/config';
import { readSecretKey } from '../../secret-key.js';
import type { Call } from '../command.js';
import { withDatabaseUrl } from '../service-database.js';
import { examineDatabase } from './database-checks.js';
import { type Finding, wrong } from './finding.js';
import { examineStandbys } from './standby-checks.js';
import { examineAddress, examineDisk, examineMail, examineStorage } from './environment-checks.js';

const MARKS: Readonly<Record<Finding['verdict'], string>> = { right: 'ok   ', note: 'note ', wrong: 'WRONG' };

/** Says of everything that the service needs whether it is right. The exit code is 1 where something is wrong. */
export async function examine({ settings }: Call): Promise<number> {
  const findings = [
    ...examineAddress(settings),
    ...(await databaseFindings(settings)),
    ...(await examineStandbys(settings)),
    ...(await examineMail(settings)),
    ...(await examineStorage(settings)),
    ...(await examineDisk(settings)),
  ];
  for (const { verdict, subject, words } of findings) console.log(`${MARKS[verdict]} ${subject}: ${words}`);
  return findings.some(({ verdict }) => verdict === 'wrong') ? 1 : 0;
}

async function databaseFindings(settings: Settings): Promise<Finding[]> {
  const secretKey = await readSecretKey(settings);
  try {
    return await withDatabaseUrl(settings, (url) =>
      examineDatabase(url, Object.assign({ ...settings }, { secretKey })),
    );
  } catch (error) {
    return [wrong('database', (error as Error).message)];
  }
}
