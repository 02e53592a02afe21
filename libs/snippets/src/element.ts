/** The element that a snippet begins with. */
export interface QuotedElement {
  tag: string;
  attributes: readonly (readonly [name: string, value: string])[];
  /** The text that stands in it and in no element within it; empty where only its opening tag is quoted. */
  text: string;
}

/** Elements without an end. */
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** Reports quote 300 to 500 characters, and nobody reads more. */
const LONGEST = 2000;

/**
 * Reads the element that a snippet begins with; undefined where it begins with none. What is cut off or faulty is read
 * as far as it goes.
 */
export function elementIn(snippet: string): QuotedElement | undefined {
  const html = snippet.slice(0, LONGEST).trim();
  const opening = tagAt(html, 0);
  if (opening?.kind !== 'opening') return undefined;
  const { tag, attributes, isClosed } = opening;
  return { tag, attributes, text: isClosed || VOID.has(tag) ? '' : textAfter(html, opening.end) };
}

/** The text from a place on until the element ends, without what stands in others. */
function textAfter(html: string, from: number): string {
  const texts: string[] = [];
  let depth = 1;
  let place = from;
  while (depth > 0 && place < html.length) {
    const next = html.indexOf('<', place);
    if (depth === 1) texts.push(html.slice(place, next < 0 ? html.length : next));
    if (next < 0) break;
    const tag = tagAt(html, next);
    if (tag?.kind === 'closing') depth -= 1;
    else if (tag?.kind === 'opening' && !tag.isClosed && !VOID.has(tag.tag)) depth += 1;
    place = tag ? tag.end : next + 1;
  }
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}

interface Tag {
  kind: 'opening' | 'closing' | 'other';
  tag: string;
  attributes: [string, string][];
  /** It ends itself. */
  isClosed: boolean;
  end: number;
}

/** The tag at a place; undefined where there is none. */
function tagAt(html: string, at: number): Tag | undefined {
  const [whole, slash, name] = /^<([/!?]?)([a-z][^\s/>]*)?/i.exec(html.slice(at, at + 200)) ?? [];
  if (whole === undefined || (slash === '' && name === undefined)) return undefined;
  const read = attributesFrom(html, at + whole.length);
  const kind = slash === '' ? 'opening' : slash === '/' ? 'closing' : 'other';
  return { kind, tag: (name ?? '').toLowerCase(), ...read };
}

/** Attributes until the tag ends, each character looked at once. */
export function attributesFrom(html: string, from: number): Pick<Tag, 'attributes' | 'isClosed' | 'end'> {
  const attribute = /\s*(?:(\/?>)|\/|([^\s=>/]+)(?:\s*=\s*(?:"([^"]*)"?|'([^']*)'?|([^\s>]*)))?)/y;
  const attributes: [string, string][] = [];
  attribute.lastIndex = from;
  let end = from;
  for (let match; (match = attribute.exec(html)) && match[0] !== '';) {
    end = attribute.lastIndex;
    const [, closing, name, ...values] = match;
    if (closing !== undefined) return { attributes, isClosed: closing === '/>', end };
    if (name !== undefined) attributes.push([name.toLowerCase(), values.find((value) => value !== undefined) ?? '']);
  }
  return { attributes, isClosed: false, end: Math.max(end, html.length) };
}
