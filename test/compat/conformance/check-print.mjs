// What a browser prints of a report to PDF, read by poppler: it is tagged, and has the headings, tables with header
// cells, links, language and title of the page.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A4, in inches. */
const PAPER = { paperWidth: 8.27, paperHeight: 11.69 };

/** What is wrong with the PDF that the browser prints of the page that it shows. @param text of the page */
export async function printFaults(page, text, folder) {
  const { data } = await page.send('Page.printToPDF', { ...PAPER, generateTaggedPDF: true });
  const pdf = Buffer.from(data, 'base64');
  const file = join(folder, 'printed.pdf');
  writeFileSync(file, pdf);
  const info = pdfinfo(file);
  const [found, expected] = [ofPdf(pdf, info, pdfinfo('-struct', file)), ofPage(text)];
  return Object.keys(expected)
    .filter((what) => String(found[what]) !== String(expected[what]))
    .map((what) => `${what}: ${found[what]} in print, ${expected[what]} in the page`);
}

// It does not know `Strong` of PDF 2.0, and says so for each.
const pdfinfo = (...args) =>
  execFileSync('pdfinfo', args, { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'ignore'] });

function ofPdf(pdf, info, structure) {
  const fact = (name) => new RegExp(`^${name}: +(.*)$`, 'm').exec(info)?.[1];
  const count = (pattern) => structure.match(pattern)?.length ?? 0;
  // The attributes of a cell stand below it, until the next line that is no attribute.
  const cells = structure.match(/^ *TD:?(?: .*)?\n(?: *\/.*\n)*/gm) ?? [];
  return {
    tagged: fact('Tagged'),
    title: fact('Title'),
    language: /\/Lang \(([^)]*)\)/.exec(pdf.toString('latin1'))?.[1],
    h1: count(/^ *H1\b/gm),
    h2: count(/^ *H2\b/gm),
    h3: count(/^ *H3\b/gm),
    tables: count(/^ *Table\b/gm),
    'header cells of columns': count(/\/Scope \/Column/g),
    'header cells of rows': count(/\/Scope \/Row/g),
    'cells with the headers of their row and column': cells.filter((cell) => /\/Headers \[\(\w+\) \(\w+\)/.test(cell))
      .length,
    links: count(/^ *Link\b/gm),
  };
}

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function ofPage(text) {
  const count = (pattern) => text.match(pattern)?.length ?? 0;
  return {
    tagged: 'yes',
    title: /<title>(.*?)<\/title>/s.exec(text)[1].replace(/&(#?\w+);/g, (_, name) => ENTITIES[name]),
    language: /<html lang="(\w+)"/.exec(text)[1],
    h1: count(/<h1[ >]/g),
    h2: count(/<h2[ >]/g),
    h3: count(/<h3[ >]/g),
    tables: count(/<table[ >]/g),
    'header cells of columns': count(/<th scope="col"/g),
    'header cells of rows': count(/<th scope="row"/g),
    'cells with the headers of their row and column': count(/<td[ >]/g),
    links: count(/<a [^>]*href=/g),
  };
}
