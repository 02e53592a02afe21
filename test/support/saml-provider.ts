import { constants, createCipheriv, publicEncrypt, randomBytes, randomUUID, X509Certificate } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { makeCertificate, type OwnCertificate } from './certificate.js';
import { fromNow } from './moments.js';

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const RSA_SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#sha1';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** What an answer says, right unless it is said otherwise. */
export interface Said {
  acsUrl: string;
  audience: string;
  requestId?: string;
  subject: string;
  attributes: Record<string, string | string[]>;
  issuer?: string;
  recipient?: string;
  destination?: string;
  format?: string;
  /** When it was made, in seconds from now; it is good for five minutes. */
  at?: number;
  askedAt?: string;
  id?: string;
}

/** By which something is encrypted. */
interface Encryption {
  cipher: string;
  algorithm: string;
  keyAlgorithm: string;
  padding: number;
  digest: string | undefined;
  hash: string;
}

const ENCRYPTION: Encryption = {
  cipher: 'aes-256-gcm',
  algorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  keyAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  padding: constants.RSA_PKCS1_OAEP_PADDING,
  digest: undefined,
  hash: 'sha1',
};

const instant = (seconds: number): string => fromNow(seconds * 1000).toISOString();

/** A provider of SAML that signs what it is told, right or not. */
export class SamlProviderDouble {
  readonly own: OwnCertificate = makeCertificate();
  readonly foreign: OwnCertificate = makeCertificate();
  readonly entityId = `urn:example:${randomUUID()}`;

  /** An assertion, not signed. */
  assertion(said: Said): string {
    const at = said.at ?? 0;
    const inResponseTo = said.requestId === undefined ? '' : ` InResponseTo="${said.requestId}"`;
    const attributes = Object.entries(said.attributes).map(
      ([name, values]) =>
        `<saml:Attribute Name="${name}">${[values]
          .flat()
          .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
          .join('')}</saml:Attribute>`,
    );
    return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${said.id ?? `_${randomUUID()}`}" Version="2.0" IssueInstant="${instant(at)}"><saml:Issuer>${said.issuer ?? this.entityId}</saml:Issuer><saml:Subject><saml:NameID Format="${said.format ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'}">${said.subject}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${instant(at + 300)}" Recipient="${said.recipient ?? said.acsUrl}"${inResponseTo}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${instant(at - 5)}" NotOnOrAfter="${instant(at + 300)}"><saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${said.askedAt ?? instant(at)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion>`;
  }

  /** Signs the assertion in a text. */
  sign(xml: string, { by = this.own, sha1 = false } = {}): string {
    const signed = new SignedXml({
      privateKey: by.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      signatureAlgorithm: sha1 ? RSA_SHA1 : RSA_SHA256,
      canonicalizationAlgorithm: EXCLUSIVE,
    });
    const digestAlgorithm = sha1 ? SHA1 : SHA256;
    signed.addReference({
      xpath: "//*[local-name(.)='Assertion']",
      transforms: [ENVELOPED, EXCLUSIVE],
      digestAlgorithm,
    });
    signed.computeSignature(xml, {
      location: { reference: "//*[local-name(.)='Assertion']/*[local-name(.)='Issuer']", action: 'after' },
    });
    return signed.getSignedXml();
  }

  /** An assertion, encrypted for a certificate as PEM; right unless it is said otherwise. */
  encrypt(assertion: string, certificate: string, over: Partial<Encryption> = {}): string {
    const { cipher, algorithm, keyAlgorithm, padding, digest, hash } = { ...ENCRYPTION, ...over };
    const isAuthentic = cipher.endsWith('gcm');
    const [key, nonce] = [randomBytes(Number(cipher.split('-')[1]) / 8), randomBytes(isAuthentic ? 12 : 16)];
    const encryption = createCipheriv(cipher as 'aes-256-gcm', key, nonce);
    const content = Buffer.concat([nonce, encryption.update(assertion), encryption.final()]);
    const data = isAuthentic ? Buffer.concat([content, encryption.getAuthTag()]) : content;
    const publicKey = new X509Certificate(certificate).publicKey;
    const wrapped = publicEncrypt({ key: publicKey, padding, oaepHash: hash }, key);
    const method = digest === undefined ? '' : `<ds:DigestMethod Algorithm="${digest}"/>`;
    const value = (bytes: Buffer) =>
      `<xenc:CipherData><xenc:CipherValue>${bytes.toString('base64')}</xenc:CipherValue></xenc:CipherData>`;
    return `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" Type="http://www.w3.org/2001/04/xmlenc#Element"><xenc:EncryptionMethod Algorithm="${algorithm}"/><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><xenc:EncryptedKey><xenc:EncryptionMethod Algorithm="${keyAlgorithm}">${method}</xenc:EncryptionMethod>${value(wrapped)}</xenc:EncryptedKey></ds:KeyInfo>${value(data)}</xenc:EncryptedData></saml:EncryptedAssertion>`;
  }

  /** A response around what stands in it. */
  response(said: Said, content: string, status = 'Success'): string {
    const inResponseTo = said.requestId === undefined ? '' : ` InResponseTo="${said.requestId}"`;
    return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${randomUUID()}" Version="2.0" IssueInstant="${instant(0)}" Destination="${said.destination ?? said.acsUrl}"${inResponseTo}><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${this.entityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>${content}</samlp:Response>`;
  }

  /** The whole of a right answer. */
  answer(said: Said): string {
    return this.response(said, this.sign(this.assertion(said)));
  }
}
