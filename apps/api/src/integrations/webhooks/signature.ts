import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

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

/** How far the moment of a message may be from ours, in milliseconds. */
const TOLERANCE_MS = 5 * 60_000;

/** Whether somebody has signed a message with a secret, as Standard Webhooks 1.0 do, and just now. */
export function isSigned(
  { id, timestamp, signatures }: { id: string; timestamp: string; signatures: string },
  body: Buffer,
  secret: string,
  now: Date,
): boolean {
  const sentAt = /^\d{1,12}$/.test(timestamp) ? new Date(Number(timestamp) * 1_000) : undefined;
  if (!sentAt || Math.abs(sentAt.getTime() - now.getTime()) > TOLERANCE_MS) return false;
  const expected = Buffer.from(signedHeaders(id, sentAt, body.toString(), [secret])['webhook-signature']);
  return signatures.split(' ').some((given) => {
    const sent = Buffer.from(given);
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
}
