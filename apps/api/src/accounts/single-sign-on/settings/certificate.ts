import { DAY_MS } from '#libs/dates';
import { named } from '#libs/fields';
import { X509Certificate } from 'node:crypto';

/** What a certificate says of itself. */
export interface Certificate {
  /** In the one spelling in which it is stored. */
  pem: string;
  /** SHA-256, in hexadecimal with colons. */
  fingerprint: string;
  validFrom: Date;
  validUntil: Date;
}

/** Where a certificate stands. */
export const CERTIFICATE_STATES = named(
  'CertificateState',
  ['pending', 'valid', 'ending', 'ended'],
  '`pending` before it is valid; `ending` in its last seven days; `ended` or `pending` certificates are not accepted.',
);
export type CertificateState = (typeof CERTIFICATE_STATES)[number];

const ENDING_MS = 7 * DAY_MS;

/** The state of a certificate at a moment. */
export function certificateState(
  { validFrom, validUntil }: Pick<Certificate, 'validFrom' | 'validUntil'>,
  now: number,
): CertificateState {
  if (validUntil.getTime() <= now) return 'ended';
  if (validFrom.getTime() > now) return 'pending';
  return validUntil.getTime() - now > ENDING_MS ? 'valid' : 'ending';
}

const SHORTEST_KEY = 2048;

const BLOCK = /^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----$/;
// Metadata of providers have it without the lines that say what it is.
const BARE = /^[A-Za-z0-9+/=\s]+$/;

/** Reads a certificate, as PEM or as the base64 of it; undefined: it is none. */
export function readCertificate(text: string): Certificate | undefined {
  const parsed = parse(text.trim());
  if (!parsed) return undefined;
  return {
    pem: parsed.toString().trim(),
    fingerprint: parsed.fingerprint256,
    validFrom: new Date(parsed.validFrom),
    validUntil: new Date(parsed.validTo),
  };
}

/** Why signatures by this certificate prove nothing at `now`; undefined: they do. */
export function certificateFault(text: string, now: number): string | undefined {
  const parsed = parse(text.trim());
  if (!parsed) return 'must be a single X.509 certificate, as PEM';
  const { publicKey } = parsed;
  if (publicKey.asymmetricKeyType !== 'rsa') return 'must have an RSA key';
  if ((publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < SHORTEST_KEY)
    return `must have a key of at least ${SHORTEST_KEY} bits`;
  if (new Date(parsed.validTo).getTime() <= now) return `expired at ${new Date(parsed.validTo).toISOString()}`;
  return undefined;
}

function parse(text: string): X509Certificate | undefined {
  const pem = BARE.test(text) ? `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----` : text;
  if (!BLOCK.test(pem)) return undefined;
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}
