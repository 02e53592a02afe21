import { strFromU8, unzipSync } from 'fflate';
import {
  conformanceDocument,
  DOCUMENT_STANDARDS,
  draftDocument,
  HOSTILE_TEXT,
  LEGAL_DISCLAIMER,
  PRODUCT_DESCRIPTION,
  publicState,
} from '../../../../../../test/support/conformance-documents.js';
import type { ConformanceDocument, PublicState } from '../conformance-document.js';
import { TRANSLATIONS } from '../translations/translations.js';
import { docxReport } from './docx-report.js';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** What an element says, with a line for each paragraph. */
const textOf = (xml: string): string =>
  xml
    .replace(/<w:br\/>/g, '\n')
    .replace(/<\/w:p>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&(\w+);/g, (_, name: string) => ENTITIES[name]!)
    .trim();

const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>.*?</${name}>`, 'gs'))].map(([one]) => one);

/** The parts of the package, each as it is, and its document as a word processor reads it. */
async function read(document: ConformanceDocument, state: PublicState | null = publicState()) {
  const parts = unzipSync(await docxReport(document, state));
  const part = (name: string): string => strFromU8(parts[name]!);
  const body = part('word/document.xml');
  const tables = elements(body, 'w:tbl').map((table) =>
    elements(table, 'w:tr').map((row) => ({ xml: row, cells: elements(row, 'w:tc').map(textOf) })),
  );
  const headings = elements(body, 'w:p').flatMap((paragraph) => {
    const level = /<w:pStyle w:val="Heading(\d)"/.exec(paragraph)?.[1];
    return level === undefined ? [] : [[Number(level), textOf(paragraph)] as const];
  });
  return { part, body, tables, headings, text: textOf(body) };
}

test.each(DOCUMENT_STANDARDS)(
  'of %s every verdict stands in the row of its requirement, with its remarks',
  async (slug) => {
    for (const language of ['en', 'fr'] as const) {
      const t = TRANSLATIONS[language];
      const document = conformanceDocument(slug, { language });
      const { tables, text } = await read(document);
      const rows = new Map(tables.flat().map(({ cells }) => [cells[0]!.split(' ')[0]!, cells] as const));
      for (const { number, inScope, verdicts } of document.requirements) {
        const own = verdicts.filter(({ fromGroup }) => !fromGroup);
        if (!inScope || own.length === 0) continue;
        const [, said, remarks] = rows.get(number)!;
        const expected = own.map(({ component, verdict }) =>
          own.length > 1 || component !== 'web'
            ? `${t.components[component]}${t.colon}${t.verdicts[verdict]}`
            : t.verdicts[verdict],
        );
        expect([number, said]).toEqual([number, expected.join('\n')]);
        for (const one of own) expect(remarks).toContain(one.remarks ?? '');
      }
      const shared = document.requirements.filter(({ verdicts }) => verdicts.some(({ fromGroup }) => fromGroup));
      for (const { number } of shared) expect(text).toContain(`\n${number} `);
    }
  },
);

test('headings are headings, in the order of the page', async () => {
  const { headings } = await read(conformanceDocument());
  expect(headings).toEqual([
    [1, 'Web shop, spring 2026'],
    [2, 'Contents'],
    [2, 'About this report'],
    [2, 'Result'],
    [2, 'Terms'],
    [2, 'Level A'],
    [2, 'Level AA'],
    [2, 'Legal disclaimer'],
  ]);
});

test('what VPAT 2.5 asks for stands in its order', async () => {
  const notes = 'Payment pages belong to another company.';
  const { text } = await read(conformanceDocument('wcag-2-2', { notes }));
  const asked = [
    PRODUCT_DESCRIPTION,
    'access@example.org',
    notes,
    'Two people examined',
    '1.1.1 Non-text',
    LEGAL_DISCLAIMER,
  ];
  const places = asked.map((one) => text.indexOf(one));
  expect(places.filter((place) => place < 0)).toEqual([]);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('tables have a row of headers that is repeated on each page, and name their rows', async () => {
  const { tables, body } = await read(conformanceDocument('en-301-549'));
  expect(tables.length).toBeGreaterThan(3);
  for (const [head, ...rows] of tables) {
    expect(head!.xml).toContain('<w:tblHeader/>');
    for (const { xml } of rows) expect(xml).not.toContain('<w:tblHeader/>');
  }
  expect(
    body.match(
      /<w:tblLook [^>]*w:firstRow="(?:true|1)"[^>]*w:firstColumn="(?:true|1)"|<w:tblLook [^>]*w:firstColumn="(?:true|1)"[^>]*w:firstRow="(?:true|1)"/g,
    ),
  ).toHaveLength(tables.length);
});

test.each([
  ['en', 'en-GB'],
  ['fr', 'fr-FR'],
] as const)('in %s the document has its language, its title and its author', async (language, tag) => {
  const { part } = await read(conformanceDocument('rgaa', { language, title: 'A <shop> & more' }));
  const core = part('docProps/core.xml');
  expect(core).toContain('<dc:title>A &lt;shop&gt; &amp; more</dc:title>');
  expect(core).toContain('<dc:creator>Ada Byron</dc:creator>');
  expect(elements(part('word/styles.xml'), 'w:docDefaults')[0]).toContain(`<w:lang w:val="${tag}"/>`);
});

test('names of a standard are in their language where that is another', async () => {
  const { body } = await read(conformanceDocument('wcag-2-2', { language: 'fr' }));
  const run = elements(body, 'w:r').find((one) => textOf(one) === '1.1.1 Non-text Content')!;
  expect(run).toContain('<w:lang w:val="en-GB"/>');
});

test('requirements and addresses are links, the contents lead to each part, and no other address is one', async () => {
  const sample = [{ name: 'A page', url: 'javascript:alert(1)' }];
  const { body, part, headings } = await read(conformanceDocument('wcag-2-2', { sample }));
  const relations = part('word/_rels/document.xml.rels').matchAll(
    / Id="([^"]+)"[^>]* Target="([^"]+)" TargetMode="External"/g,
  );
  const targets = new Map([...relations].map(([, id, target]) => [id, target]));
  const links = [...body.matchAll(/<w:hyperlink [^>]*>/g)].map(([link]) => {
    const [id, anchor] = [/r:id="([^"]+)"/.exec(link)?.[1], /w:anchor="([^"]+)"/.exec(link)?.[1]];
    return { target: id === undefined ? '' : targets.get(id)!, anchor };
  });
  expect(links).toContainEqual({ target: 'https://www.w3.org/TR/WCAG22/', anchor: 'non-text-content' });
  expect(links).toContainEqual({ target: 'mailto:access@example.org', anchor: undefined });
  expect([...targets.values()].filter((target) => !/^(https:\/\/|mailto:)/.test(target!))).toEqual([]);
  const anchors = links.filter(({ target }) => target === '').map(({ anchor }) => anchor);
  expect(anchors).toHaveLength(headings.length - 2);
  for (const anchor of anchors) expect(body).toMatch(new RegExp(`<w:bookmarkStart [^>]*w:name="${anchor}"`));
});

test('what people wrote is text with its lines, in its direction, without what XML may not have', async () => {
  const { text, body } = await read(
    conformanceDocument('wcag-2-2', { title: HOSTILE_TEXT, notes: 'a\u0001\u000b b\ufffe' }),
  );
  expect(text).toContain(HOSTILE_TEXT.split('\n')[0]);
  expect(text.split('\n')).toContain('# not a heading');
  expect(text.split('\n')).toContain('a b');
  const arabic = elements(body, 'w:p').filter((one) => /\p{Script=Arabic}/u.test(one));
  expect(arabic.length).toBeGreaterThan(0);
  for (const paragraph of arabic) expect(paragraph).toMatch(/<w:bidi\/>.*<w:rtl\/>/s);
});

test.each<[string, ConformanceDocument, PublicState | null, string]>([
  ['a draft', draftDocument(), null, 'Draft: '],
  [
    'a withdrawn one',
    conformanceDocument(),
    publicState({ state: 'withdrawn', since: '2026-09-01T00:00:00.000Z' }),
    'Withdrawn on 1 September 2026: ',
  ],
  ['a French draft', draftDocument('rgaa', { language: 'fr' }), null, 'Brouillon'],
])('%s says so before anything else', async (_, document, state, notice) => {
  expect((await read(document, state)).text.startsWith(notice)).toBe(true);
});

test('what was reported since stands at its requirement', async () => {
  const reportedSince = [
    { requirement: '1.1.1', openedAt: '2026-09-01T00:00:00.000Z', endedAt: null, wasClosed: false, reason: null },
  ];
  const { tables } = await read(conformanceDocument(), publicState({ reportedSince, barriers: 1 }));
  const row = tables.flat().find(({ cells }) => cells[0]!.startsWith('1.1.1 '))!;
  expect(row.cells[2]).toContain('Reported since 1 September 2026.');
});

test('no Grade, and no mark of another template', async () => {
  const { part } = await read(conformanceDocument());
  for (const name of ['word/document.xml', 'word/styles.xml', 'docProps/core.xml', 'docProps/app.xml'])
    expect(part(name)).not.toMatch(/grade|vpat/i);
});
