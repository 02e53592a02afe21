import { createHash, randomInt } from 'node:crypto';

/** The prefix of every key: secret scanners recognize it, and keys cannot be confused with session tokens. */
export const KEY_PREFIX = 'svc_';

/** The prefix of tokens for provisioning, which open nothing else. */
export const SCIM_PREFIX = 'scim_';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const SECRET_PATTERN = new RegExp(`^[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);
const SHOWN_LENGTH = 6;

/** A new key: the prefix, 43 random characters (256 bits), and a checksum of 6. */
export function newKey(prefix = KEY_PREFIX): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('');
  return `${prefix}${random}${checksum(random)}`;
}

/** Whether the format and checksum of a key are right; needs no database. */
export function isWellFormedKey(text: string, prefix = KEY_PREFIX): boolean {
  const secret = text.slice(prefix.length);
  if (!text.startsWith(prefix) || !SECRET_PATTERN.test(secret)) return false;
  return checksum(secret.slice(0, -CHECKSUM_LENGTH)) === secret.slice(-CHECKSUM_LENGTH);
}

/** The part of a key that may be shown: enough to tell one's keys apart, far too little to guess one. */
export const displayPrefixOf = (key: string, prefix = KEY_PREFIX): string => key.slice(0, prefix.length + SHOWN_LENGTH);

function checksum(random: string): string {
  let number = createHash('sha256').update(random).digest().readBigUInt64BE();
  let text = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    text = BASE62[Number(number % 62n)]! + text;
    number /= 62n;
  }
  return text;
}
