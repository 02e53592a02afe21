const TAGS = [
  'a',
  'blockquote',
  'br',
  'code',
  'em',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'li',
  'ol',
  'p',
  'pre',
  'span',
  'strong',
  'ul',
] as const;
type Tag = (typeof TAGS)[number];

/** An element of a text that somebody wrote, with its attributes and what stands in it. */
export interface Element {
  tag: Tag;
  attributes: Readonly<Record<string, string>>;
  pieces: Piece[];
}
export type Piece = string | Element;

const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+="[^"]*")*)\s*\/?>|[^<]+|</g;
const ATTRIBUTE = /([a-z-]+)="([^"]*)"/g;
const EMPTY: readonly Tag[] = ['br', 'hr'];
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

const isKnown = (tag: string): tag is Tag => (TAGS as readonly string[]).includes(tag);
const decoded = (text: string): string =>
  text.replace(/&(lt|gt|amp|quot);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/**
 * Reads the HTML that the service makes of CommonMark, since a browser under our policy takes no HTML. Elements that it
 * never makes are left out; what stands in them stays, as text.
 */
export function piecesOf(html: string): Piece[] {
  const pieces: Piece[] = [];
  const open: Element[] = [];
  const put = (piece: Piece): void => void (open.at(-1)?.pieces ?? pieces).push(piece);
  for (const [whole, end, tag, attributes = ''] of html.matchAll(TOKEN)) {
    if (tag === undefined) put(decoded(whole));
    else if (!isKnown(tag)) continue;
    else if (end === '/') {
      const at = open.findLastIndex((element) => element.tag === tag);
      if (at >= 0) open.length = at;
    } else {
      const element: Element = {
        tag,
        attributes: Object.fromEntries(
          [...attributes.matchAll(ATTRIBUTE)].map(([, name, value]) => [name!, decoded(value!)]),
        ),
        pieces: [],
      };
      put(element);
      if (!EMPTY.includes(tag)) open.push(element);
    }
  }
  return pieces;
}
