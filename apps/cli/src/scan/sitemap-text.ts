/** What a sitemap says: addresses of pages, or of further sitemaps; undefined where it is none. */
export interface SitemapText {
  isIndex: boolean;
  addresses: string[];
}

/**
 * Reads a sitemap (sitemaps.org, 0.9) in one pass: the `loc` of each entry, with the prefix that its root has. Those of
 * other namespaces, such as `image:loc`, are no pages.
 */
export function readSitemap(text: string): SitemapText | undefined {
  let root: { isIndex: boolean; loc: string } | undefined;
  const addresses: string[] = [];
  let open: string[] | undefined;
  for (const { kind, text: piece } of piecesOf(text)) {
    if (kind === 'text') open?.push(piece);
    else if (!root) {
      const [, prefix = '', name] = /^(?:([\w.-]{1,100}):)?([\w.-]{1,100})$/.exec(piece) ?? [];
      if (name !== 'urlset' && name !== 'sitemapindex') return undefined;
      root = { isIndex: name === 'sitemapindex', loc: prefix === '' ? 'loc' : `${prefix}:loc` };
    } else if (piece === root.loc) open = [];
    else if (open) {
      const address = open.join('').trim();
      if (piece === `/${root.loc}` && address !== '') addresses.push(address);
      open = undefined;
    }
  }
  return root && { isIndex: root.isIndex, addresses };
}

/**
 * A text, or a tag as its name with the slash that ends an element; comments, declarations and instructions are left
 * out.
 */
interface Piece {
  kind: 'text' | 'tag';
  text: string;
}

const SKIPPED = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<!', '>'],
] as const;
const CDATA = ['<![CDATA[', ']]>'] as const;

function* piecesOf(text: string): Generator<Piece> {
  for (let at = 0; at < text.length;) {
    const begin = text.indexOf('<', at);
    if (begin !== at) yield { kind: 'text', text: plain(text.slice(at, begin < 0 ? undefined : begin)) };
    if (begin < 0) return;
    const [opening, closing] = [CDATA, ...SKIPPED].find(([mark]) => text.startsWith(mark, begin)) ?? ['<', '>'];
    const end = text.indexOf(closing, begin + opening.length);
    if (end < 0) return;
    const inner = text.slice(begin + opening.length, end);
    if (opening === CDATA[0]) yield { kind: 'text', text: inner };
    else if (opening === '<')
      yield { kind: 'tag', text: inner.split(/[\s/]/, inner.startsWith('/') ? 2 : 1).join('/') };
    at = end + closing.length;
  }
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

const plain = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{1,5}));/g,
    (whole, decimal?: string, hex?: string, name = '') => {
      if (name !== '') return ENTITIES[name as string] ?? whole;
      const code = decimal === undefined ? parseInt(hex!, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
