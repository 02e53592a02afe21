import { attributesFrom } from './element.js';

/** What stands for a value that may be a secret. */
const MASK = '***';

/** Names of attributes and of parameters whose values let somebody in. */
const SECRET_NAME =
  /(?:^|[-_.:])(?:[a-z]*(?:token|secret|password|passwd|csrf|xsrf|jwt|apikey|credential)s?|pwd|nonce|session(?:[-_]?id)?|sid|auth|authorization|api[-_]?key|otp|sig|signature)(?:$|[-_.:])/i;
/** What people have typed, or what a page keeps in a field for itself. */
const VALUE_NAME = /^(?:value|defaultvalue|data-value|ng-reflect-value|ng-reflect-model)$/i;
/** Elements whose `value` everybody sees, or that number something. */
const SHOWN = /^(?:button|option|li|meter|progress|data|param)$/i;
const SHOWN_TYPE = /^(?:submit|button|reset|image|checkbox|radio)$/i;
/** The same, right before a condition of a selector: `option[value=…]`, `input[type="submit"][value=…]`. */
const SHOWN_BEFORE =
  /(?:(?:^|[\s>+~,(/])(?:button|option|li|meter|progress|data|param)(?:[.#:][\w-]+)*|\[@?type\s*=\s*["']?(?:submit|button|reset|image|checkbox|radio)["']?\s*(?:i\s*)?\])\[@?$/i;

const JSON_WEB_TOKEN = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g;
/** Letters and digits, as long as no word is. */
const LONG_TOKEN = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{32,}/gi;
const PARAMETER = /([?&#;])([\w.~-]+)=([^&#;"'\s]+)/g;
const SIGNED_IN = /(:\/\/)[^/\s@?#]+@/g;
const IN_JSON = /("|&quot;|')([\w.-]{1,60})\1(\s*:\s*)("|&quot;|')(.*?)\4/g;

/** An opening tag, its end, or the name of an attribute with what stands between it and its value. */
const TOKEN = /<([a-z][^\s/>"'=]*)|(>)|(?<![\w:.-])([a-z_][\w:.-]*)(\s*[~|^$*]?=\s*)/gi;

/** The opening tag that a place is in. */
interface Within {
  tag: string;
  /** The value of one of its attributes; empty: it has none. */
  attribute: (name: string) => string;
}

/**
 * A text about an element (its HTML, a selector, a message that quotes either) without values that may be secrets: what
 * fields contain, tokens in attributes and in addresses. Everything else stays; what is masked already stays too.
 */
export function withoutSecrets(text: string): string {
  if (!text.includes('=') && !text.includes('<')) return text;
  let [masked, copied] = ['', 0];
  let within: Within | undefined;
  const replace = (from: number, to: number, by: string): void => {
    masked += text.slice(copied, from) + by;
    copied = to;
  };
  const token = new RegExp(TOKEN);
  for (let match; (match = token.exec(text));) {
    const [, tag, end, name, between] = match;
    const place = token.lastIndex;
    if (tag !== undefined) within = tagAt(text, tag, place);
    else if (end !== undefined) {
      const content = within && /^textarea$/i.test(within.tag) ? contentOf(text, place) : place;
      if (text.slice(place, content).trim() !== '') replace(place, content, MASK);
      token.lastIndex = content;
      within = undefined;
    } else if (name !== undefined && between !== undefined) {
      const value = valueAt(text, place, within !== undefined);
      const written = text.slice(value.from, value.to);
      const by = maskedValue(name, written, text, { start: match.index, within });
      if (by !== written) replace(value.from, value.to, by);
      token.lastIndex = value.end;
    }
  }
  return copied === 0 ? text : masked + text.slice(copied);
}

function tagAt(text: string, tag: string, from: number): Within {
  let known: ReadonlyMap<string, string> | undefined;
  const attribute = (name: string): string =>
    (known ??= new Map(attributesFrom(text, from).attributes.toReversed())).get(name)?.trim() ?? '';
  return { tag, attribute };
}

/** Where the text of a field ends. */
function contentOf(text: string, from: number): number {
  const closing = /<\/textarea/gi;
  closing.lastIndex = from;
  return closing.exec(text)?.index ?? text.length;
}

/** Where a value is, without its quotes, and where the text goes on. What is cut off ends with the text. */
function valueAt(text: string, place: number, isHtml: boolean): { from: number; to: number; end: number } {
  const quote = /\\?["']/y;
  quote.lastIndex = place;
  const [mark] = quote.exec(text) ?? [];
  if (mark === undefined) {
    const unquoted = isHtml ? /[^\s>]*/y : /[^\s"'<>\])&]*/y;
    unquoted.lastIndex = place;
    const to = place + (unquoted.exec(text)?.[0].length ?? 0);
    return { from: place, to, end: to };
  }
  const from = place + mark.length;
  let to = text.indexOf(mark, from);
  // Selectors escape quotes.
  while (!isHtml && mark.length === 1 && to > 0 && isEscaped(text, to)) to = text.indexOf(mark, to + 1);
  return to < 0 ? { from, to: text.length, end: text.length } : { from, to, end: to + mark.length };
}

function isEscaped(text: string, place: number): boolean {
  let slashes = 0;
  while (text[place - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

function maskedValue(
  name: string,
  value: string,
  text: string,
  { start, within }: { start: number; within: Within | undefined },
): string {
  if (value.trim() === '') return value;
  if (VALUE_NAME.test(name)) return isShown(text, start, within) ? value : MASK;
  if (SECRET_NAME.test(name)) return MASK;
  if (/^content$/i.test(name) && within && /^meta$/i.test(within.tag) && SECRET_NAME.test(within.attribute('name')))
    return MASK;
  const masked = value
    .replace(SIGNED_IN, `$1${MASK}@`)
    .replace(PARAMETER, (whole, mark: string, parameter: string) =>
      SECRET_NAME.test(parameter) ? `${mark}${parameter}=${MASK}` : whole,
    )
    .replace(JSON_WEB_TOKEN, MASK);
  if (!/^data-/i.test(name)) return masked;
  return masked
    .replace(IN_JSON, (whole, quote: string, key: string, colon: string, mark: string) =>
      SECRET_NAME.test(key) || VALUE_NAME.test(key) ? `${quote}${key}${quote}${colon}${mark}${MASK}${mark}` : whole,
    )
    .replace(LONG_TOKEN, MASK);
}

function isShown(text: string, start: number, within: Within | undefined): boolean {
  if (!within) return SHOWN_BEFORE.test(text.slice(Math.max(0, start - 100), start));
  return SHOWN.test(within.tag) || (/^input$/i.test(within.tag) && SHOWN_TYPE.test(within.attribute('type')));
}
