import { html } from '../../mail-pages/html.js';

/** By which a provider may encrypt: what is named here is what is opened. */
const ENCRYPTION = [
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
] as const;

/** What the provider must know of us. */
export interface OurMetadata {
  entityId: string;
  acsUrl: string;
  nameIdFormat: string;
  /** PEM: that by which requests are signed now, and those that may be next. */
  certificates: readonly string[];
}

/** The metadata of a service provider, as XML. */
export function serviceProviderMetadata({ entityId, acsUrl, nameIdFormat, certificates }: OurMetadata): string {
  const keys = certificates.map((pem) => pem.replace(/-----[^-]+-----|\s/g, ''));
  const keyInfo = (key: string) =>
    html`<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"
      ><ds:X509Data><ds:X509Certificate>${key}</ds:X509Certificate></ds:X509Data></ds:KeyInfo
    >`;
  const body = html`<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"
    ><SPSSODescriptor
      AuthnRequestsSigned="${String(keys.length > 0)}"
      WantAssertionsSigned="true"
      protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"
    >
      ${keys.map((key) => html`<KeyDescriptor use="signing">${keyInfo(key)}</KeyDescriptor> `)}${keys.map(
        (key) =>
          html`<KeyDescriptor use="encryption"
            >${keyInfo(key)}${ENCRYPTION.map((name) => html`<EncryptionMethod Algorithm="${name}" />`)}</KeyDescriptor
          > `,
      )}<NameIDFormat>${nameIdFormat}</NameIDFormat>
      <AssertionConsumerService
        index="1"
        isDefault="true"
        Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
        Location="${acsUrl}"
      /> </SPSSODescriptor
  ></EntityDescriptor> `.text;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${body}`;
}
