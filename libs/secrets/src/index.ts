import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A secret of 256 bits, safe in a header, a cookie and a link. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a secret: its SHA-256. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Compares two secrets in constant time. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(hashOf(a), hashOf(b));
export { type EncryptedColumn, reencrypt } from './encrypted-column.js';
export { type Mask, maskFor } from './masking.js';
export { type SecretLocation, UndecryptableSecret, Vault } from './vault.js';
