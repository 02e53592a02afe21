import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** 160 bits, as RFC 4226 recommends. */
const SEED_BYTES = 20;
/** Clocks differ: the previous and the next code are accepted too. */
const WINDOW = 1;

/** A new seed for an authenticator, in base32. */
export const newSeed = (): string => new Secret({ size: SEED_BYTES }).base32;

/** The `otpauth:` URI for authenticators, usually shown as a QR code. */
export const otpauthUri = (seed: string, label: string, issuer: string): string =>
  new TOTP({ secret: Secret.fromBase32(seed), label, issuer }).toString();

/**
 * The time step that this code belongs to, at most one before or after `now` (milliseconds); undefined if the code is
 * invalid (RFC 6238).
 */
export function matchingStep(seed: string, code: string, now: number): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = new TOTP({ secret: Secret.fromBase32(seed) }).validate({ token, timestamp: now, window: WINDOW });
  return delta === null ? undefined : TOTP.counter({ timestamp: now }) + delta;
}

const BACKUP_CODES = 10;
const BACKUP_CODE_LETTERS = 26;
// Without letters that look like digits: 32 of them, 5 bits each.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789';

/** Ten backup codes of 130 bits: enough that their hashes need no salt. */
export const newBackupCodes = (): string[] => Array.from({ length: BACKUP_CODES }, newBackupCode);

function newBackupCode(): string {
  const letters = [...randomBytes(BACKUP_CODE_LETTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return letters.match(/.{1,4}/g)!.join('-');
}

/** Normalizes a backup code for comparison: people may type other separators or capitals. */
export const normalizeCode = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '');
