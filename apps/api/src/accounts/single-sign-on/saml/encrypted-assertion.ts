import { constants, createDecipheriv, createPrivateKey, privateDecrypt } from 'node:crypto';

/** Ciphers by which a change of a single bit is noticed, with the length of their keys in bytes. */
const CIPHERS: Readonly<Record<string, readonly [name: 'aes-128-gcm' | 'aes-192-gcm' | 'aes-256-gcm', bytes: number]>> =
  {
    'http://www.w3.org/2009/xmlenc11#aes128-gcm': ['aes-128-gcm', 16],
    'http://www.w3.org/2009/xmlenc11#aes192-gcm': ['aes-192-gcm', 24],
    'http://www.w3.org/2009/xmlenc11#aes256-gcm': ['aes-256-gcm', 32],
  };
const NONCE = 12;
const TAG = 16;

const OAEP_SHA1 = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';
const OAEP = 'http://www.w3.org/2009/xmlenc11#rsa-oaep';
// OAEP asks nothing of its hash that SHA-1 does not have. Node uses one hash for both of its places.
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#sha1';
const HASHES: Readonly<Record<string, readonly [digest: string, mask: string]>> = {
  sha1: [SHA1, 'http://www.w3.org/2009/xmlenc11#mgf1sha1'],
  sha256: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2009/xmlenc11#mgf1sha256'],
  sha512: ['http://www.w3.org/2001/04/xmlenc#sha512', 'http://www.w3.org/2009/xmlenc11#mgf1sha512'],
};

/** For how many keys a provider may encrypt at once: ours and its next one, and those of somebody else. */
const MOST_KEYS = 4;

const element = (name: string): RegExp =>
  new RegExp(`<((?:[\\w.-]+:)?)${name}(?:\\s[^<>]*)?>([\\s\\S]*?)</\\1${name}\\s*>`, 'g');
const ENCRYPTED_ASSERTION = element('EncryptedAssertion');
const ENCRYPTED_KEY = element('EncryptedKey');
const CIPHER_VALUE = element('CipherValue');
const count = (text: string, name: string): number =>
  [...text.matchAll(new RegExp(`<(?:[\\w.-]+:)?${name}[\\s/>]`, 'g'))].length;

/** Whether a response has an assertion that is encrypted. */
export const hasEncryptedAssertion = (text: string): boolean => count(text, 'EncryptedAssertion') > 0;

/**
 * A response with its assertion in the place of the encrypted one; undefined: it is none that one of these keys opens.
 * What comes out proves nothing yet: anybody can encrypt for a key that is published.
 * @param keys private ones, as PEM
 */
export function withOpenedAssertion(text: string, keys: readonly string[]): string | undefined {
  // What is found once is looked for once: a text of nothing but openings would take long.
  if (count(text, 'EncryptedAssertion') !== 1 || count(text, 'EncryptedKey') > MOST_KEYS) return undefined;
  const [found] = text.matchAll(ENCRYPTED_ASSERTION);
  if (!found || count(found[0], 'EncryptedData') !== 1 || count(found[0], 'CipherValue') > MOST_KEYS + 1)
    return undefined;
  const envelopes = [...found[2]!.matchAll(ENCRYPTED_KEY)].map(([whole]) => whole);
  const data = envelopes.reduce((rest, whole) => rest.replace(whole, ''), found[2]!);
  for (const envelope of envelopes)
    for (const key of keys) {
      const assertion = opened(envelope, data, key);
      if (assertion !== undefined) return text.replace(found[0], () => assertion);
    }
  return undefined;
}

function opened(envelope: string, data: string, key: string): string | undefined {
  const cipher = CIPHERS[algorithmOf(data, 'EncryptionMethod') ?? ''];
  const oaepHash = hashOf(envelope);
  const [wrapped, content] = [bytesOf(envelope), bytesOf(data)];
  if (!cipher || !oaepHash || !wrapped || !content || content.length < NONCE + TAG) return undefined;
  const [name, bytes] = cipher;
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    const secret = privateDecrypt({ key: createPrivateKey(key), padding, oaepHash }, wrapped);
    if (secret.length !== bytes) return undefined;
    const decipher = createDecipheriv(name, secret, content.subarray(0, NONCE), { authTagLength: TAG });
    decipher.setAuthTag(content.subarray(-TAG));
    const plain = Buffer.concat([decipher.update(content.subarray(NONCE, -TAG)), decipher.final()]);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(plain);
    return text.replace(/^<\?xml[^?]*\?>\s*/, '');
  } catch {
    return undefined;
  }
}

/** By which hash a key is wrapped by RSA-OAEP; undefined: by something else. */
function hashOf(envelope: string): string | undefined {
  const [method, digest = SHA1, mask] = ['EncryptionMethod', 'DigestMethod', 'MGF'].map((name) =>
    algorithmOf(envelope, name),
  );
  if (method === OAEP_SHA1) return digest === SHA1 && mask === undefined ? 'sha1' : undefined;
  if (method !== OAEP) return undefined;
  const both = Object.entries(HASHES).find(([, of]) => of[0] === digest);
  return both && (mask ?? HASHES['sha1']![1]) === both[1][1] ? both[0] : undefined;
}

/** The algorithm of the one element of a name; undefined: there is none, or another one too. */
function algorithmOf(text: string, name: string): string | undefined {
  const [first, ...others] = text.matchAll(
    new RegExp(`<(?:[\\w.-]+:)?${name}\\s[^<>]*?\\bAlgorithm\\s{0,9}=\\s{0,9}(?:"([^"]*)"|'([^']*)')`, 'g'),
  );
  return others.length === 0 ? (first?.[1] ?? first?.[2]) : undefined;
}

function bytesOf(text: string): Buffer | undefined {
  const [first, ...others] = text.matchAll(CIPHER_VALUE);
  return first && others.length === 0 ? Buffer.from(first[2]!, 'base64') : undefined;
}
