import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { selfSigned } from '../../apps/api/src/accounts/single-sign-on/keys/self-signed.js';
import { nowMs } from './moments.js';

/** A key, and the certificate that it has signed itself. */
export interface OwnCertificate {
  pem: string;
  privateKey: KeyObject;
}

const DAY_MS = 86_400_000;

/** Makes a certificate as providers do, valid from yesterday until so many days from now. */
export function makeCertificate({ days = 30, bits = 2048, curve = false } = {}): OwnCertificate {
  const pair = curve
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : generateKeyPairSync('rsa', { modulusLength: bits });
  const now = nowMs();
  const validFrom = new Date(now - DAY_MS + Math.min(days, 0) * DAY_MS);
  const pem = selfSigned(pair, { name: 'idp.example', validFrom, validUntil: new Date(now + days * DAY_MS) });
  return { pem, privateKey: pair.privateKey };
}
