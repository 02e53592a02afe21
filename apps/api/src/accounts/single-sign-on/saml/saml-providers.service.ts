import { randomBytes } from 'node:crypto';
import { clock } from '#libs/clock';
import { Settings } from '#libs/config';
import { Forbidden } from '#libs/errors';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { useUp } from '../../identity/used-tokens.js';
import { type OpenedKey, SignInKeys } from '../keys/sign-in-keys.service.js';
import { certificateFault, certificateState, readCertificate } from '../settings/certificate.js';
import type { OrganizationSignIn } from '../settings/organization-sign-in.entity.js';
import { type ProvidedPerson, providedPerson } from '../sign-in/provided-person.js';
import { checkAssertion, type XmlElement } from './check-assertion.js';
import { hasEncryptedAssertion, withOpenedAssertion } from './encrypted-assertion.js';
import { serviceProviderMetadata } from './metadata.js';
import { responseFault, responseText } from './check-response.js';
import { SAML_REFUSALS } from './saml-refusals.js';

const SKEW_MS = 60_000;

// Loaded only where somebody signs in so.
const library = () => import('./saml-library.js');

/** Providers of organizations that speak SAML 2.0. */
@Injectable()
export class SamlProviders {
  private readonly log = new Logger(SamlProviders.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: Settings,
    private readonly keys: SignInKeys,
  ) {}

  /** Where providers send people back to. */
  acsUrl = (organizationId: string): string => `${this.settings.publicUrl}/api/auth/sso/saml2/acs/${organizationId}`;

  /** What we call ourselves, and where our metadata are. */
  entityId = (organizationId: string): string =>
    `${this.settings.publicUrl}/api/auth/sso/saml2/metadata/${organizationId}`;

  /** The address at a provider that the browser is sent to, and the id of the request in it. */
  async signInUrl(
    provider: OrganizationSignIn,
    relayState: string,
    forcesLogin: boolean,
  ): Promise<{ url: string; requestId: string }> {
    const requestId = `_${randomBytes(20).toString('hex')}`;
    const [signing] = await this.keys.open(provider.organizationId);
    const saml = await this.client(provider, provider.certificates, requestId, { forcesLogin, signing });
    return { url: await saml.getAuthorizeUrlAsync(relayState, undefined, {}), requestId };
  }

  /**
   * The person of whom an answer speaks.
   * @param requestId which request it must answer; null: none
   * @throws Forbidden
   */
  async person(provider: OrganizationSignIn, answer: string, requestId: string | null): Promise<ProvidedPerson> {
    const { organizationId, issuer: entityId, attributes: names } = provider;
    const acsUrl = this.acsUrl(organizationId);
    const text = await this.opened(organizationId, answer);
    const early = responseFault(text, acsUrl);
    if (early) throw refused(early);
    const assertion = await this.signedAssertion(provider, Buffer.from(text).toString('base64'), requestId);
    const audience = this.entityId(organizationId);
    const read = checkAssertion(assertion, { entityId, acsUrl, audience, requestId, now: clock.millis() });
    if (typeof read === 'string') throw refused(read);
    const key = ['saml', organizationId, entityId, read.id];
    if (!(await useUp(this.database.manager, key, { expiresAt: read.validUntil }))) throw refused('saml_used');
    const { subject, attributes, authenticatedAt } = read;
    return providedPerson({ subject, attributes, authenticatedAt, isAddressUnverified: false }, names);
  }

  /** What a provider must know of us, as XML. */
  async metadata(organizationId: string): Promise<string> {
    const keys = await this.keys.list(organizationId);
    return serviceProviderMetadata({
      entityId: this.entityId(organizationId),
      acsUrl: this.acsUrl(organizationId),
      nameIdFormat: PERSISTENT,
      certificates: keys.map(({ certificate }) => certificate),
    });
  }

  /** The text of an answer, its assertion decrypted if it was encrypted. @throws Forbidden */
  private async opened(organizationId: string, answer: string): Promise<string> {
    const read = responseText(answer);
    if ('fault' in read) throw refused(read.fault);
    if (!hasEncryptedAssertion(read.text)) return read.text;
    const keys = await this.keys.open(organizationId);
    const text = withOpenedAssertion(
      read.text,
      keys.map(({ privateKey }) => privateKey),
    );
    if (text === undefined) throw refused('saml_encrypted');
    return text;
  }

  private async signedAssertion(
    provider: OrganizationSignIn,
    answer: string,
    requestId: string | null,
  ): Promise<XmlElement> {
    const { valid, others } = certificatesOf(provider);
    if (valid.length === 0) throw refused('saml_certificate');
    const read = await this.verified(provider, valid, answer, requestId);
    if (typeof read !== 'string') return read;
    // Whoever has to replace the certificate is told that it is that.
    const isEnded =
      read === 'saml_signature' &&
      others.length > 0 &&
      (await this.verified(provider, others, answer, requestId)) !== 'saml_signature';
    throw refused(isEnded ? 'saml_certificate' : read);
  }

  /** The assertion of an answer that one of these certificates has signed, or why it is refused. */
  private async verified(
    provider: OrganizationSignIn,
    certificates: string[],
    answer: string,
    requestId: string | null,
  ): Promise<XmlElement | SamlRefusal> {
    const saml = await this.client(provider, certificates, requestId);
    try {
      const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: answer });
      const assertion = (profile?.getAssertion?.() as { Assertion?: XmlElement } | undefined)?.Assertion;
      if (assertion) return assertion;
    } catch (error) {
      const { message } = error as Error;
      this.log.warn(`An assertion of the provider of ${provider.organizationId} was refused: ${message}`);
      return faultOf(message);
    }
    return 'saml_malformed';
  }

  private async client(
    provider: OrganizationSignIn,
    certificates: string[],
    requestId: string | null,
    { forcesLogin = false, signing }: { forcesLogin?: boolean; signing?: OpenedKey } = {},
  ) {
    const { SAML, ValidateInResponseTo } = await library();
    const { organizationId } = provider;
    return new SAML({
      callbackUrl: this.acsUrl(organizationId),
      issuer: this.entityId(organizationId),
      audience: this.entityId(organizationId),
      entryPoint: provider.signInUrl!,
      idpCert: certificates,
      idpIssuer: provider.issuer,
      identifierFormat: PERSISTENT,
      allowCreate: true,
      disableRequestedAuthnContext: true,
      forceAuthn: forcesLogin,
      ...(signing ? { privateKey: signing.privateKey, signatureAlgorithm: 'sha256' } : {}),
      wantAssertionsSigned: true,
      // Some sign the response too, some do not: what counts is the assertion.
      wantAuthnResponseSigned: false,
      acceptedClockSkewMs: SKEW_MS,
      validateInResponseTo: requestId === null ? ValidateInResponseTo.ifPresent : ValidateInResponseTo.always,
      generateUniqueId: () => requestId!,
      cacheProvider: requestsOf(requestId),
    });
  }
}

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

type SamlRefusal = keyof typeof SAML_REFUSALS;

const refused = (code: SamlRefusal): Forbidden => new Forbidden(code, SAML_REFUSALS[code]);

/** The certificates by which a provider signs now, and those that are not valid yet, or no more. */
function certificatesOf({ certificates }: OrganizationSignIn): { valid: string[]; others: string[] } {
  const isValid = (pem: string): boolean =>
    certificateFault(pem, clock.millis()) === undefined &&
    certificateState(readCertificate(pem)!, clock.millis()) !== 'pending';
  return { valid: certificates.filter(isValid), others: certificates.filter((pem) => !isValid(pem)) };
}

/** The one request that may be answered; it was kept with the attempt, which is over by now. */
const requestsOf = (requestId: string | null) => ({
  saveAsync: (_key: string, value: string) => Promise.resolve({ value, createdAt: clock.millis() }),
  getAsync: (key: string) => Promise.resolve(key === requestId ? clock.now().toISOString() : null),
  removeAsync: (key: string | null) => Promise.resolve(key),
});

const BY_MESSAGE: readonly (readonly [RegExp, SamlRefusal])[] = [
  [/InResponseTo/i, 'saml_request'],
  [/expired|not yet valid|NotBefore|NotOnOrAfter|subject confirmation/i, 'saml_expired'],
  [/audience/i, 'saml_audience'],
];

/** The code of what the library refuses, by its message; whatever else it is, nothing is proved. */
const faultOf = (message: string): SamlRefusal =>
  BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1] ?? 'saml_signature';
