import { named } from '#libs/fields';
import { type CsvRecord, readCsv } from '../../../platform/lists/read-csv.js';
import { PAGE_KINDS, type PageKind } from './inventory-page.entity.js';

export const IMPORT_FORMATS = named(
  'PageImportFormat',
  ['csv', 'sitemap'],
  '`csv`: with the column names in the first line: `url`, and optionally `title`, `kind` and `area`. `sitemap`: an XML or text sitemap.',
);
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** A page that an import names, and where it does. */
export interface ImportedPage {
  /** The line of a table, or which address of a sitemap; from 1. */
  at: number;
  url: string;
  title: string | null;
  kind: PageKind;
  /** The slug or the id of an area. */
  area: string | null;
}

/** What keeps a whole import from being read. */
export class UnreadableImport extends Error {}

const COLUMNS = ['url', 'title', 'kind', 'area'];

/** @throws UnreadableImport */
export const readImport = (format: ImportFormat, content: string): ImportedPage[] =>
  format === 'csv' ? readTable(content) : readSitemap(content);

function readTable(content: string): ImportedPage[] {
  const rows = recordsOf(content);
  const header = (rows.shift()?.cells ?? []).map((name) => name.trim().toLowerCase());
  if (!header.includes('url')) throw new UnreadableImport('the first line must have the column names, including url');
  const unknown = header.find((name, index) => !COLUMNS.includes(name) || header.indexOf(name) !== index);
  if (unknown !== undefined)
    throw new UnreadableImport(
      `"${unknown.slice(0, 100)}" is an unknown or repeated column; allowed are ${COLUMNS.join(', ')}`,
    );
  return rows.map(({ cells, line }) => {
    const cell = (name: string): string | null => cells[header.indexOf(name)]?.trim() || null;
    return {
      at: line,
      url: cell('url') ?? '',
      title: cell('title'),
      kind: (cell('kind') ?? 'page') as PageKind,
      area: cell('area'),
    };
  });
}

function recordsOf(content: string): CsvRecord[] {
  try {
    return readCsv(content).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  } catch (error) {
    throw new UnreadableImport((error as Error).message.slice(0, 300));
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** By the protocol of sitemaps, an address stands in `loc` and has no markup; the text form has one in each line. */
function readSitemap(content: string): ImportedPage[] {
  if (/<sitemapindex[\s>]/.test(content))
    throw new UnreadableImport('this is a sitemap index: import each of its sitemaps');
  const isXml = /<urlset[\s>]/.test(content);
  const addresses = isXml
    ? [...content.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, text]) => withoutEntities(text!))
    : content.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const found = addresses.map((url) => url.trim()).filter((url) => url !== '');
  if (!isXml && !found.every((url) => /^https?:/i.test(url)))
    throw new UnreadableImport('a sitemap must be XML with urlset, or text with one address per line');
  return found.map((url, index) => ({ at: index + 1, url, title: null, kind: 'page', area: null }));
}

const withoutEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
    const point = decimal === undefined ? parseInt(hex, 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });

/** Whether a kind that a table names is one. */
export const isPageKind = (kind: string): kind is PageKind => (PAGE_KINDS as readonly string[]).includes(kind);
