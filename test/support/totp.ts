import { createHmac } from 'node:crypto';
import { nowMs } from './moments.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function bytesOf(base32: string): Buffer {
  const bits = [...base32.replace(/=+$/, '')]
    .map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

/** The seed that an `otpauth:` address tells, in base 32. */
export const seedOf = (uri: string): string => new URL(uri).searchParams.get('secret')!;

/** What an authenticator shows for this seed (RFC 6238, SHA-1, 6 digits, 30 s), `steps` from now. */
export function codeForSeed(seed: string, steps = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs() / 30_000) + steps));
  const digest = createHmac('sha1', bytesOf(seed)).update(counter).digest();
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
