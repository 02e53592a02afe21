import type { AssertionFault } from './check-assertion.js';
import type { ResponseFault } from './check-response.js';

/** The codes by which an answer of a provider of SAML is refused, with what is said of each. */
export const SAML_REFUSALS: Readonly<
  Record<ResponseFault | AssertionFault | 'saml_signature' | 'saml_used' | 'saml_certificate', string>
> = {
  saml_too_large: 'The response of the provider is larger than 256 kB.',
  saml_malformed: 'The response of the provider is not a SAML 2.0 response.',
  saml_doctype: 'The response of the provider contains a DOCTYPE.',
  saml_algorithm: 'The response of the provider uses an insecure algorithm, such as SHA-1.',
  saml_encrypted:
    'The response of the provider is not encrypted as required: AES-GCM and RSA-OAEP, with the certificate in the service metadata.',
  saml_assertions: 'The response of the provider must contain exactly one assertion.',
  saml_destination: 'The response of the provider was sent to another address.',
  saml_failed: 'The identity provider rejected the sign-in.',
  saml_signature: 'The assertion is not signed with a certificate of the sign-in settings.',
  saml_certificate:
    'The signing certificate of the provider has expired, or is not yet valid. An owner must set a valid one.',
  saml_issuer: 'The assertion was issued by another provider.',
  saml_subject: 'The assertion has no persistent NameID.',
  saml_recipient: 'The assertion is for another recipient.',
  saml_request: 'The assertion does not match the request.',
  saml_audience: 'The assertion is for another service.',
  saml_expired: 'The assertion has expired, or is not yet valid.',
  saml_used: 'The assertion has already been used.',
};
