import { createHmac, randomBytes } from 'node:crypto';

/** Begins every signing secret. */
export const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new signing secret, as Standard Webhooks 1.0 writes them. */
export const newSigningSecret = (): string => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/**
 * The headers of a message: its id, the second it was sent, and one signature for each secret (Standard Webhooks 1.0:
 * HMAC-SHA256 over `id.timestamp.body`).
 */
export function signedHeaders(
  id: string,
  sentAt: Date,
  body: string,
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const sign = (secret: string): string => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  };
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': secrets.map(sign).join(' ') };
}
