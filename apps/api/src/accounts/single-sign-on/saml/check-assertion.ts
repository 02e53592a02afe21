/** An element as the library reads it from the bytes that are signed: its attributes, its text, its children by name. */
export interface XmlElement {
  $?: Record<string, string>;
  _?: string;
  [child: string]: unknown;
}

/** What an assertion must be about. */
export interface Expected {
  entityId: string;
  acsUrl: string;
  audience: string;
  /** Null: nobody has asked, the person began at the provider. */
  requestId: string | null;
  now: number;
}

/** Why an assertion is refused whose signature is right. */
export type AssertionFault =
  | 'saml_issuer'
  | 'saml_subject'
  | 'saml_recipient'
  | 'saml_request'
  | 'saml_audience'
  | 'saml_expired'
  | 'saml_malformed';

/** What a right assertion says. */
export interface ReadAssertion {
  id: string;
  subject: string;
  /** Until when it could be shown again. */
  validUntil: Date;
  authenticatedAt: Date | null;
  attributes: Map<string, unknown>;
}

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const SKEW_MS = 60_000;
const LONGEST_SUBJECT = 255;

/** Looks at a signed assertion, beyond what the library looks at: each part must be there, and be about us. */
export function checkAssertion(assertion: XmlElement, expected: Expected): ReadAssertion | AssertionFault {
  const { now } = expected;
  const [issuer, subject, conditions] = ['Issuer', 'Subject', 'Conditions'].map((name) => only(assertion, name));
  const { ID: id, Version: version } = assertion.$ ?? {};
  if (!id || version !== '2.0') return 'saml_malformed';
  if (issuer?._ !== expected.entityId) return 'saml_issuer';
  const nameId = only(subject, 'NameID');
  const name = nameId?._;
  if (nameId?.$?.['Format'] !== PERSISTENT || !name || name.length > LONGEST_SUBJECT || name.includes('\0'))
    return 'saml_subject';
  const confirmation = only(subject, 'SubjectConfirmation');
  const data = only(confirmation, 'SubjectConfirmationData')?.$;
  if (confirmation?.$?.['Method'] !== BEARER || data?.['Recipient'] !== expected.acsUrl) return 'saml_recipient';
  if ((data['InResponseTo'] ?? null) !== expected.requestId) return 'saml_request';
  const audiences = list(only(conditions, 'AudienceRestriction')?.['Audience']).map(({ _ }) => _);
  if (!audiences.includes(expected.audience)) return 'saml_audience';
  const ends = [data['NotOnOrAfter'], conditions?.$?.['NotOnOrAfter']].map(instant);
  const begins = [data['NotBefore'], conditions?.$?.['NotBefore']].filter((one) => one !== undefined).map(instant);
  const isOver = ends.some((end) => !(now - SKEW_MS < end)) || begins.some((begin) => !(now + SKEW_MS >= begin));
  if (isOver) return 'saml_expired';
  const statements = list(assertion['AuthnStatement']);
  const authenticatedAt = statements.length === 1 ? instant(statements[0]!.$?.['AuthnInstant']) : NaN;
  return {
    id,
    subject: name,
    validUntil: new Date(Math.max(...ends) + SKEW_MS),
    authenticatedAt: Number.isNaN(authenticatedAt) ? null : new Date(authenticatedAt),
    attributes: attributesOf(assertion),
  };
}

function attributesOf(assertion: XmlElement): Map<string, unknown> {
  const attributes = new Map<string, unknown>();
  for (const statement of list(assertion['AttributeStatement']))
    for (const attribute of list(statement['Attribute'])) {
      const name = attribute.$?.['Name'];
      const values = list(attribute['AttributeValue']).map(({ _ }) => _);
      if (name !== undefined) attributes.set(name, [...[attributes.get(name) ?? []].flat(), ...values]);
    }
  return attributes;
}

/** The elements of a name. One that has only a text is read as that text. */
const list = (elements: unknown): XmlElement[] =>
  [elements ?? []]
    .flat()
    .map((one): XmlElement => (typeof one === 'string' ? { _: one } : ((one ?? {}) as XmlElement)));

/** The child of a name, if there is one alone. */
function only(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  const found = list(parent?.[name]);
  return found.length === 1 ? found[0] : undefined;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const instant = (text: string | undefined): number =>
  text !== undefined && INSTANT.test(text) ? Date.parse(text) : NaN;
