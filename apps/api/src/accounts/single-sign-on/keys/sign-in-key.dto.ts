import { Described, Flag, Id, Nested, Text, Timestamp } from '#libs/fields';
import { readCertificate } from '../settings/certificate.js';
import type { SignInKey } from './sign-in-key.entity.js';

@Described('A key of this service for the SAML provider of an organization.')
export class SignInKeyDto {
  @Id()
  id: string;
  @Text({ description: 'The X.509 certificate as PEM, to be entered at the provider.' })
  certificate: string;
  @Text({ description: 'SHA-256.' })
  fingerprint: string;
  @Timestamp({ description: 'The expiry time of the certificate; some providers reject an expired one.' })
  validUntil: Date;
  @Flag({
    description:
      'Whether requests are signed with this key, which is the oldest one. The provider can encrypt for any key.',
  })
  signs: boolean;
  @Timestamp()
  createdAt: Date;

  static from({ id, certificate, createdAt }: SignInKey, signs: boolean): SignInKeyDto {
    const { fingerprint, validUntil } = readCertificate(certificate)!;
    return { id, certificate, fingerprint, validUntil, signs, createdAt };
  }
}

export class SignInKeyEnvelope {
  @Nested(() => SignInKeyDto)
  key: SignInKeyDto;
}
