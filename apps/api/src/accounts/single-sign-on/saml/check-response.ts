const LARGEST = 262_144;
/** Of tags and of attributes: a few hundred groups fit, and a library takes milliseconds for as many. */
const MOST = { tags: 5_000, attributes: 5_000 };

const ALGORITHMS: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
]);

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** Why a response is refused before anything reads it as XML. */
export type ResponseFault =
  | 'saml_too_large'
  | 'saml_malformed'
  | 'saml_doctype'
  | 'saml_algorithm'
  | 'saml_encrypted'
  | 'saml_assertions'
  | 'saml_destination'
  | 'saml_failed';

/**
 * The text of a response, before anything reads it as XML, or why it is refused.
 * @param encoded as it is posted: base64
 */
export function responseText(encoded: string): { text: string } | { fault: ResponseFault } {
  if (encoded.length > (LARGEST * 4) / 3 + 8) return { fault: 'saml_too_large' };
  const text = textOf(encoded);
  if (text === undefined) return { fault: 'saml_malformed' };
  const fault = textFault(text);
  return fault ? { fault } : { text };
}

function textFault(text: string): ResponseFault | undefined {
  if (text.length > LARGEST || isCrowded(text)) return 'saml_too_large';
  if (/<!\s*(?:doctype|entity)/i.test(text)) return 'saml_doctype';
  // One declaration at the beginning, in the one encoding that is read.
  const body = text.replace(/^\uFEFF?<\?xml[^?]*\?>/, '');
  const declared = /^\uFEFF?<\?xml[^?]*\bencoding\s*=\s*["']([^"']*)["']/.exec(text)?.[1];
  const isOther = declared !== undefined && declared.toLowerCase() !== 'utf-8';
  return isOther || /<\?|<!\[CDATA\[/.test(body) ? 'saml_malformed' : undefined;
}

const isCrowded = (text: string): boolean =>
  text.split('<').length > MOST.tags || text.split('=').length > MOST.attributes;

/**
 * Looks at the text of a response, its assertion opened, before a library parses it: what no honest provider sends, or
 * what the library would take and must not. It is stricter than XML is: what only looks like it, in a text or a
 * comment, is refused too.
 */
export function responseFault(text: string, acsUrl: string): ResponseFault | undefined {
  const fault = textFault(text);
  if (fault) return fault;
  if (/<(?:[\w.-]+:)?Encrypted(?:Assertion|ID|Attribute)[\s/>]/.test(text)) return 'saml_encrypted';
  if ([...text.matchAll(/<(?:[\w.-]+:)?Assertion[\s/>]/g)].length !== 1) return failure(text) ?? 'saml_assertions';
  const algorithms = [...text.matchAll(/Algorithm\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/g)].map(
    ([, a, b]) => a ?? b ?? '',
  );
  if (!algorithms.every((name) => ALGORITHMS.has(name))) return 'saml_algorithm';
  const destination = /<(?:[\w.-]+:)?Response\b[^<>]*?\sDestination\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/.exec(text);
  if (destination && (destination[1] ?? destination[2]) !== acsUrl) return 'saml_destination';
  return failure(text);
}

/** A provider that has refused somebody says so without an assertion. */
const failure = (text: string): 'saml_failed' | undefined => {
  const [first] = text.match(/<(?:[\w.-]+:)?StatusCode\b[^<>]*>/) ?? [];
  return first !== undefined && !first.includes(`"${SUCCESS}"`) && !first.includes(`'${SUCCESS}'`)
    ? 'saml_failed'
    : undefined;
};

function textOf(encoded: string): string | undefined {
  const packed = encoded.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(packed, 'base64'));
  } catch {
    return undefined;
  }
}
