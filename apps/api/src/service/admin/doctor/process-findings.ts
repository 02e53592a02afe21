import { query } from '#libs/database';
import type { DataSource } from 'typeorm';
import { sealedByOthers } from '../../app/encrypt-stored-secrets.js';
import { LIVE_PROCESSES } from '../../../platform/work/processes.sql.js';
import { KEY_STATE } from '../../../platform/work/service-state.sql.js';
import { type CheckResult, note, right, wrong } from './check-result.js';

/** Which processes run, whether all have the key that secrets are sealed with, and what still needs another one. */
export async function processFindings(database: DataSource): Promise<CheckResult[]> {
  const live = await query(database, LIVE_PROCESSES, []);
  const [state] = await query(database, KEY_STATE, []);
  const { keyId } = state!;
  const versions = [...new Set(live.map(({ version }) => version))].join(', ');
  const without = live.filter(({ keyIds }) => keyId !== null && !keyIds.includes(keyId));
  const others = keyId === null ? [] : await sealedByOthers(database, keyId);
  const left = others.reduce((total, { count }) => total + count, 0);
  return [
    live.length === 0
      ? note('processes', 'none is running')
      : right('processes', `${live.length} running, of ${versions}`),
    ...(without.length > 0
      ? [
          wrong(
            'secret key',
            `${without.length} processes do not have the current key for secrets: see \`secret-key status\``,
          ),
        ]
      : []),
    ...(left > 0 ? [note('secret key', `${left} stored secrets need another key: see \`secret-key status\``)] : []),
  ];
}
