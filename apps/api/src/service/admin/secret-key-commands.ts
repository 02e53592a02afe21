import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from '#libs/config';
import { query, withMigrationLock } from '#libs/database';
import { Vault } from '#libs/secrets';
import { encryptStoredSecrets, sealedByOthers } from '../app/encrypt-stored-secrets.js';
import { type Keys, nameKey, readSecretKey, requireFittingKey } from '../app/secret-key.js';
import { LIVE_PROCESSES, type LiveProcess } from '../../platform/work/processes.sql.js';
import { KEY_IS_ROTATED, KEY_STATE } from '../../platform/work/service-state.sql.js';
import type { Call } from './command.js';
import { refused } from './refused.js';
import { withDatabase } from './service-database.js';

/**
 * Until then every process seals with the key that was named: each looks every five seconds, and a change of records
 * takes less.
 */
const NOTICED_AFTER_MS = 10_000;

/** Has all processes seal with `SECRET_KEY`, and encrypts anew what another one has sealed. */
export const rotateSecretKey = ({ settings }: Call): Promise<number> =>
  withDatabase(settings, async (database) => {
    const keys = await keysOf(settings);
    if (!keys.secretKey) return refused('There is no SECRET_KEY to change to');
    const vault = new Vault(keys.secretKey, keys.previousSecretKey);
    const keyId = vault.keyIds[0]!;
    const { url } = database.options as { url: string };
    // Who starts meanwhile waits, and then meets the new key.
    const lacking = await withMigrationLock(url, async () => {
      await requireFittingKey(database, keys);
      const live = await query(database, LIVE_PROCESSES, []);
      const without = live.filter(({ keyIds }) => !keyIds.includes(keyId));
      const [state] = await query(database, KEY_STATE, []);
      if (without.length === 0 && state!.keyId !== keyId) await nameKey(database, vault);
      return without;
    });
    if (lacking.length > 0)
      return refused(
        `Some running processes do not have key ${keyId} (${lacking.map(described).join(', ')}): restart each with it in SECRET_KEY, or in SECRET_KEY_PREVIOUS`,
      );
    if ((await query(database, KEY_STATE, []))[0]!.reencrypting) await delay(NOTICED_AFTER_MS);
    const count = await encryptStoredSecrets(database, vault);
    await query(database, KEY_IS_ROTATED, [keyId]);
    const left = await sealedByOthers(database, keyId);
    console.log(`${count.toLocaleString('en')} re-encrypted with key ${keyId}; ${verdict(left, vault.keyIds)}.`);
    return 0;
  });

/** Says which key is used, by whom, and what still needs another one. */
export const showSecretKey = ({ settings }: Call): Promise<number> =>
  withDatabase(settings, async (database) => {
    const { secretKey, previousSecretKey } = await keysOf(settings);
    const own = new Vault(secretKey, previousSecretKey).keyIds;
    const [state] = await query(database, KEY_STATE, []);
    const { keyId, reencrypting } = state!;
    console.log(
      keyId ? `Secrets are encrypted with key ${keyId}, ${roleOf(keyId, own)}.` : 'Nothing has been encrypted yet.',
    );
    if (reencrypting)
      console.log('They are being re-encrypted; if that was interrupted, `secret-key rotate` continues.');
    if (own[0] && keyId !== own[0]) console.log(`SECRET_KEY is ${own[0]}: \`secret-key rotate\` changes to it.`);
    for (const process of await query(database, LIVE_PROCESSES, []))
      console.log(`The process ${described(process)} has ${process.keyIds.join(' and ') || 'no key'}.`);
    const left = await sealedByOthers(database, keyId ?? '');
    for (const { name, keyId: other, count } of left)
      console.log(
        `${count.toLocaleString('en')} of ${name}: ${other ? `encrypted with key ${other}, ${roleOf(other, own)}` : 'not encrypted'}.`,
      );
    if (keyId && !reencrypting) console.log(`${capitalized(verdict(left, own))}.`);
    return 0;
  });

/** What the operator may do with other keys than the one that all seal with. */
function verdict(left: readonly { keyId: string | null; count: number }[], own: readonly string[]): string {
  const sum = (found: typeof left): string => found.reduce((total, { count }) => total + count, 0).toLocaleString('en');
  const needed = left.filter(({ keyId }) => keyId === null || own.includes(keyId));
  if (needed.length > 0) return `${sum(needed)} still need the old key, or \`secret-key rotate\``;
  return left.length > 0
    ? `the old key can be removed; ${sum(left)} cannot be read with either key`
    : 'the old key can be removed';
}

const capitalized = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

const roleOf = (keyId: string, [present, ...others]: readonly string[]): string =>
  keyId === present
    ? 'from SECRET_KEY'
    : others.includes(keyId)
      ? 'from SECRET_KEY_PREVIOUS'
      : 'missing in this configuration';

const described = ({ id, version, kind, startedAt }: LiveProcess): string =>
  `${id} (${version}, WORKER=${kind}, since ${startedAt.toISOString()})`;

const keysOf = async (settings: Settings): Promise<Keys> => ({
  secretKey: await readSecretKey(settings),
  previousSecretKey: settings.previousSecretKey,
});
