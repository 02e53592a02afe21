import { createHmac, timingSafeEqual } from 'node:crypto';

const SHAPE = /^sha256=[0-9a-f]{64}$/;

/** Whether this could be a signature of GitHub: `sha256=` and 64 hexadecimal digits. */
export const isSignature = (header: string | undefined): header is string => header !== undefined && SHAPE.test(header);

/** Whether GitHub signed these bytes: the HMAC-SHA256 of them, compared in constant time. */
export function isSignedByGitHub(body: Uint8Array, header: string | undefined, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const sent = Buffer.from(header ?? '');
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}
