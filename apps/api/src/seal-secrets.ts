import { sealAnew, type Vault } from '#libs/secrets';
import type { DataSource } from 'typeorm';
import { SEALED_SEED } from './identity/second-factor/sealed-seed.js';
import { SEALED_WEBHOOK_SECRETS } from './webhooks/sealed-secrets.js';

/** Encrypts with the present key all that modules keep encrypted with `SECRET_KEY`. */
export async function sealSecrets(database: DataSource, vault: Vault): Promise<void> {
  for (const column of [SEALED_SEED, ...SEALED_WEBHOOK_SECRETS]) await sealAnew(database, vault, column);
}
