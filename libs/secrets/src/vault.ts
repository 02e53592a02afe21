import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { SecretKeyMissing } from '#libs/errors';

/** Where a secret is stored. Ciphertexts are bound to their location. */
export interface SecretLocation {
  table: string;
  row: string;
  column: string;
}

/** A stored secret was encrypted with another key, for another place, or altered. */
export class UndecryptableSecret extends Error {
  constructor({ table, row, column }: SecretLocation) {
    super(`The value in ${table}.${column} of ${row} cannot be decrypted with this SECRET_KEY.`);
  }
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets that must be readable again (AES-256-GCM), bound to their table, row and column. All other secrets
 * are hashed.
 */
export class Vault {
  private readonly keys: readonly Key[];
  private sealing: Key | undefined;
  private readonly fingerprintKey: Buffer;

  /** @param secretKeys the present key first, then the previous one; none: secrets cannot be stored */
  constructor(...secretKeys: (string | undefined)[]) {
    this.keys = secretKeys.filter((key) => key !== undefined).map(keyOf);
    this.sealing = this.keys[0];
    const [present] = secretKeys;
    this.fingerprintKey =
      present === undefined
        ? randomBytes(32)
        : Buffer.from(hkdfSync('sha256', present, '', 'curbcut fingerprints', 32));
  }

  /** What names the keys that it opens with. */
  get keyIds(): readonly string[] {
    return this.keys.map(({ id }) => id);
  }

  /** Seals with this key from now on: one of its own, or nothing can be sealed. Null: the first of its own. */
  sealWith(id: string | null): void {
    this.sealing = id === null ? this.keys[0] : this.keys.find((key) => key.id === id);
  }

  /** Whether it has the key to seal with. */
  get isOpen(): boolean {
    return this.sealing !== undefined;
  }

  /** @throws SecretKeyMissing if it has not */
  requireOpen(): void {
    if (!this.isOpen) throw new SecretKeyMissing();
  }

  /** Encrypts a secret for storage. */
  seal(location: SecretLocation, secret: string): string {
    const key = this.sealing;
    if (!key) throw new Error('There is no SECRET_KEY.');
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key.bytes, nonce).setAAD(additionalDataOf(location));
    const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${prefixOf(key)}${sealed.toString('base64url')}`;
  }

  /** @throws Unreadable */
  open(location: SecretLocation, stored: string): string {
    const [, id, text = ''] = stored.split('.');
    const key = this.keys.find((candidate) => candidate.id === id);
    const sealed = Buffer.from(text, 'base64url');
    if (!key || sealed.length < NONCE_BYTES + TAG_BYTES) throw new UndecryptableSecret(location);
    const decipher = createDecipheriv(CIPHER, key.bytes, sealed.subarray(0, NONCE_BYTES))
      .setAAD(additionalDataOf(location))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      throw new UndecryptableSecret(location);
    }
  }

  /** What stands for a text in the log: the same for the same text, and without the key nobody can try texts on it. */
  fingerprint(text: string): string {
    return createHmac('sha256', this.fingerprintKey).update(text).digest('hex').slice(0, 16);
  }

  /** How everything begins that it seals now. */
  get prefix(): string {
    if (!this.sealing) throw new Error('There is no SECRET_KEY.');
    return prefixOf(this.sealing);
  }
}

interface Key {
  id: string;
  bytes: Buffer;
}

function keyOf(secret: string): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'curbcut stored secrets', 32));
  return { bytes, id: createHash('sha256').update(bytes).digest('hex').slice(0, 8) };
}

const prefixOf = ({ id }: Key): string => `v1.${id}.`;

const additionalDataOf = ({ table, row, column }: SecretLocation): Buffer =>
  Buffer.from(JSON.stringify([table, row, column]));
