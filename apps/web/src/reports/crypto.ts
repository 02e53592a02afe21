import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** What the readers of reports take from Node's `crypto`, for browsers. */
export function createHash(algorithm: 'sha256') {
  if (algorithm !== 'sha256') throw new Error(`There is no ${String(algorithm)} here.`);
  const hash = sha256.create();
  const hasher = {
    update: (text: string | Uint8Array) => {
      hash.update(typeof text === 'string' ? utf8ToBytes(text) : text);
      return hasher;
    },
    digest: (encoding: 'hex' | 'base64url') => {
      const bytes = hash.digest();
      if (encoding === 'hex') return bytesToHex(bytes);
      const text = btoa(String.fromCharCode(...bytes));
      return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
    },
  };
  return hasher;
}
