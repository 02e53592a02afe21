import type { Vault } from '#libs/secrets';
import { SECRET_PREFIX } from './signature.js';
import type { Webhook } from './webhook.entity.js';

type Column = 'address' | 'secret' | 'previous_secret';

/** Where a secret of a webhook is stored. */
export const secretLocation = (webhookId: string, column: Column) => ({ table: 'webhooks', row: webhookId, column });

/** Decrypts a stored signing secret; those from before there was a key are stored unencrypted. */
export function decryptSecret(vault: Vault, webhookId: string, column: Column, stored: string): string {
  return stored.startsWith(SECRET_PREFIX) ? stored : vault.open(secretLocation(webhookId, column), stored);
}

/** The secrets that sign a message now: the present one, and during a rotation the former one. */
export function signingSecrets(vault: Vault, webhook: Webhook, now: Date): string[] {
  const { id, secret, previousSecret, previousSecretUntil } = webhook;
  const both = previousSecret && previousSecretUntil! > now;
  return [
    decryptSecret(vault, id, 'secret', secret),
    ...(both ? [decryptSecret(vault, id, 'previous_secret', previousSecret)] : []),
  ];
}

/** Where messages of a webhook are posted. */
export const addressOf = (vault: Vault, { id, url, address }: Webhook): string =>
  address === null ? url : vault.open(secretLocation(id, 'address'), address);
