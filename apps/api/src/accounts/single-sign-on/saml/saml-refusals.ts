import type { AssertionFault } from './assertion-look.js';
import type { ResponseFault } from './response-look.js';

/** The codes by which an answer of a provider of SAML is refused, with what is said of each. */
export const SAML_REFUSALS: Readonly<
  Record<ResponseFault | AssertionFault | 'saml_signature' | 'saml_used' | 'saml_certificate', string>
> = {
  saml_too_large: 'The answer of the provider is larger than 256 kB.',
  saml_malformed: 'The answer of the provider is no response of SAML 2.0.',
  saml_doctype: 'The answer of the provider has a DOCTYPE.',
  saml_algorithm: 'The answer of the provider uses an algorithm that proves nothing, such as SHA-1.',
  saml_encrypted:
    'The answer of the provider is encrypted, and not as it must be: by AES-GCM and RSA-OAEP, for the certificate in our metadata.',
  saml_assertions: 'The answer of the provider must have one assertion.',
  saml_destination: 'The answer of the provider was meant for another address.',
  saml_failed: 'The provider refused the sign-in.',
  saml_signature: 'The assertion is not signed as it must be, by a certificate of the settings.',
  saml_certificate:
    'The certificate by which the provider signs has ended, or is not valid yet: an owner must set the right one.',
  saml_issuer: 'The assertion is of another provider.',
  saml_subject: 'The assertion names nobody by a persistent NameID.',
  saml_recipient: 'The assertion was meant for another recipient.',
  saml_request: 'The assertion answers another request, or none.',
  saml_audience: 'The assertion was meant for another service.',
  saml_expired: 'The assertion is too old, or not good yet.',
  saml_used: 'The assertion has been used before.',
};
