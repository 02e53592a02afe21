import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether GitHub signed these bytes: `sha256=` and the HMAC-SHA256 in hexadecimal, compared in constant time. */
export function isSignedByGitHub(body: Uint8Array, header: string | undefined, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const sent = Buffer.from(header ?? '');
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}
