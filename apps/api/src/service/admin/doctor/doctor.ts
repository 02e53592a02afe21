import type { Settings } from '#libs/config';
import { readSecretKey } from '../../app/secret-key.js';
import type { Call } from '../command.js';
import { withDatabaseUrl } from '../service-database.js';
import { examineDatabase } from './database-checks.js';
import { examineAddress, examineAnswer, examineDisk, examineMail, examineStorage } from './environment-checks.js';
import { type CheckResult, wrong } from './check-result.js';
import { examineStandbys } from './standby-checks.js';

const MARKS: Readonly<Record<CheckResult['verdict'], string>> = { right: 'ok   ', note: 'note ', wrong: 'WRONG' };

/** Says of everything that the service needs whether it is right. The exit code is 1 where something is wrong. */
export async function examine({ settings }: Call): Promise<number> {
  // Side by side: one that does not answer keeps none of the others waiting.
  const results = await Promise.all([
    examineAnswer(settings),
    databaseFindings(settings),
    examineStandbys(settings),
    examineMail(settings),
    examineStorage(settings),
    examineDisk(settings),
  ]);
  const findings = [...examineAddress(settings), ...results.flat()];
  for (const { verdict, subject, message } of findings) console.log(`${MARKS[verdict]} ${subject}: ${message}`);
  return findings.some(({ verdict }) => verdict === 'wrong') ? 1 : 0;
}

async function databaseFindings(settings: Settings): Promise<CheckResult[]> {
  const secretKey = await readSecretKey(settings);
  try {
    return await withDatabaseUrl(settings, (url) =>
      examineDatabase(url, Object.assign({ ...settings }, { secretKey })),
    );
  } catch (error) {
    return [wrong('database', (error as Error).message)];
  }
}
