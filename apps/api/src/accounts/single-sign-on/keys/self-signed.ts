import { createSign, type KeyObject, randomBytes } from 'node:crypto';

/** A key pair, of RSA or on a curve. */
export interface KeyPair {
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/** Of DER: a value with its tag and length. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length =
    size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : size < 0x10000 ? [0x82, size >> 8, size & 0xff] : undefined;
  if (!length) throw new Error('too long');
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const SHA256_RSA = sequence(Buffer.from('06092a864886f70d01010b', 'hex'), Buffer.from('0500', 'hex'));
const SHA256_ECDSA = sequence(Buffer.from('06082a8648ce3d040302', 'hex'));
const commonName = (name: string): Buffer =>
  sequence(der(0x31, sequence(Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(name)))));
const time = (at: Date): Buffer => der(0x18, Buffer.from(`${at.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`));

/** A certificate (X.509) of a key that the key itself has signed, as PEM. Node reads certificates, and makes none. */
export function selfSigned(
  { privateKey, publicKey }: KeyPair,
  { name, validFrom, validUntil }: { name: string; validFrom: Date; validUntil: Date },
): string {
  const algorithm = privateKey.asymmetricKeyType === 'ec' ? SHA256_ECDSA : SHA256_RSA;
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    // Of a positive number the first bit is none.
    der(0x02, Buffer.from([1]), randomBytes(15)),
    algorithm,
    commonName(name),
    sequence(time(validFrom), time(validUntil)),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('sha256').update(body).sign(privateKey);
  const certificate = sequence(body, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').match(/.{1,64}/g)!;
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----`;
}
