import { reencrypt, type Vault } from '#libs/secrets';
import type { DataSource } from 'typeorm';
import { ENCRYPTED_TOKENS } from '../conformance/publishing/encrypted-tokens.js';
import { ENCRYPTED_SEED } from '../identity/second-factor/encrypted-seed.js';
import { ENCRYPTED_WEBHOOK_SECRETS } from '../webhooks/encrypted-secrets.js';

/** Re-encrypts all stored secrets with the current `SECRET_KEY`. */
export async function encryptStoredSecrets(database: DataSource, vault: Vault): Promise<void> {
  for (const column of [ENCRYPTED_SEED, ENCRYPTED_TOKENS, ...ENCRYPTED_WEBHOOK_SECRETS])
    await reencrypt(database, vault, column);
}
