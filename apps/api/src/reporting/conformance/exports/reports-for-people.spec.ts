import { parse } from 'csv-parse/sync';
import { REPORT_LANGUAGES } from '../conformance-document.js';
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
import { fillIn, TRANSLATIONS } from '../translations/translations.js';
import { csvReport } from './csv-report.js';
import { htmlReport } from './html-report.js';
import { markdownReport } from './markdown-report.js';

const EVERYTHING = { html: htmlReport, markdown: markdownReport };
const since = '2026-09-01T00:00:00.000Z';

/** The text that a browser would show. */
const shown = (page: string): string =>
  page
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');

describe.each(Object.entries(EVERYTHING))('%s', (format, write) => {
  const first = (text: string): string => (format === 'html' ? shown(text.split('<body>')[1]!) : text).trim();

  test.each<[string, ConformanceDocument, PublicState | null, RegExp]>([
    ['a draft', draftDocument(), null, /^(> \*\*)?Draft: /],
    [
      'a withdrawn one',
      conformanceDocument(),
      publicState({ state: 'withdrawn', since }),
      /^(> \*\*)?Withdrawn on 1 September 2026: /,
    ],
    [
      'an expired one',
      conformanceDocument(),
      publicState({ state: 'expired', since }),
      /^(> \*\*)?Expired on 1 September 2026: /,
    ],
    [
      'a superseded one',
      conformanceDocument(),
      publicState({ state: 'superseded', since }),
      /^(> \*\*)?Superseded on 1 September 2026: /,
    ],
    [
      'one of an archived product',
      conformanceDocument(),
      publicState({ archivedProduct: true }),
      /^(> \*\*)?This product has been archived/,
    ],
    ['a French draft', draftDocument('rgaa', { language: 'fr' }), null, /^(> \*\*)?Brouillon/],
  ])('%s says so before anything else', async (_, document, state, t) => {
    expect(first(await write(document, state))).toMatch(t);
  });

  test('one that holds says nothing of that', async () => {
    expect(first(await write(conformanceDocument(), publicState()))).toMatch(
      /^(# Web shop|Accessibility Conformance Report)/,
    );
  });

  test('what was reported since stands at its requirement', async () => {
    const reportedSince = [
      { requirement: '1.1.1', openedAt: since, endedAt: null, wasClosed: false, reason: null },
      { requirement: '1.4.3', openedAt: since, endedAt: '2026-10-01T00:00:00.000Z', wasClosed: true, reason: null },
      { requirement: '2.1.1', openedAt: since, endedAt: '2026-10-01T00:00:00.000Z', wasClosed: false, reason: null },
    ];
    const text = shown(await write(conformanceDocument(), publicState({ reportedSince })));
    const of = (number: string, next: string) => text.slice(text.indexOf(`${number} `), text.indexOf(`${next} `));
    expect(of('1.1.1', '1.2.1')).toContain('Reported since 1 September 2026.');
    expect(of('1.4.3', '1.4.4')).toContain('Reported on 1 September 2026, closed on 1 October 2026.');
    expect(of('2.1.1', '2.1.2')).toContain('Reported on 1 September 2026, no longer listed here since 1 October 2026.');
  });

  test('what it does not cover is said before anything else, with the requirements, and why an issue contradicts nothing', async () => {
    const issue = { openedAt: since, endedAt: null, wasClosed: false, reason: null };
    const reason = { text: '<i>Another</i> shop.', since: '2026-10-01T00:00:00.000Z' };
    const reportedSince = [
      { ...issue, requirement: '1.1.1' },
      { ...issue, requirement: '1.4.3', reason },
      { ...issue, requirement: '2.1.1' },
    ];
    const text = await write(conformanceDocument(), publicState({ reportedSince, barriers: 3 }));
    expect(first(text)).toMatch(
      /^(> \*\*)?Since 3 May 2026, 3 barriers have become known that this report does not cover\. Requirements concerned: 1\.1\.1, 2\.1\.1\./,
    );
    expect(shown(text)).toContain(
      'Reported on 1 September 2026. Since 1 October 2026, the organization states a reason that this does not contradict the report:',
    );
    expect(shown(text)).toContain('<i>Another</i> shop.');
    expect(text).not.toContain('<i>');
  });

  test.each(REPORT_LANGUAGES)('a draft tells no result in %s, only how much of it is judged', async (language) => {
    const { inProgress, judged: sentence, headings } = TRANSLATIONS[language];
    for (const slug of DOCUMENT_STANDARDS) {
      const document = draftDocument(slug, { language });
      const asked = document.requirements.filter(({ inScope }) => inScope).length;
      const unjudged = document.requirements.map((requirement) => ({ ...requirement, verdicts: [] }));
      for (const [draft, judged] of [
        [document, asked],
        [{ ...document, requirements: unjudged }, 0],
      ] as const) {
        const text = shown(await write(draft, null));
        const from = text.indexOf(inProgress);
        const result = text.slice(from, text.indexOf(headings.terms, from));
        expect(result).toContain(shown(fillIn(sentence, { judged, asked })));
        expect(result).not.toMatch(/conforms?\b|\d\s?%|are met|conforme|satisfaites sur/i);
      }
    }
  });

  test.each(DOCUMENT_STANDARDS)('every requirement of the level of %s is there, in each language', async (slug) => {
    for (const language of REPORT_LANGUAGES) {
      const document = conformanceDocument(slug, { language });
      const text = shown(await write(document, publicState())).replaceAll('\\', '');
      for (const { number, inScope } of document.requirements)
        if (inScope) expect(text).toContain(` ${number} `.trim());
    }
  });

  test.each([
    ['wcag-2-2', ['Level A: ', 'Level AA: ']],
    ['en-301-549', ['Level A: ', 'Level AA: ', 'Without a level: ']],
    ['section-508', ['Level A: ', 'Level AA: ', 'Without a level: ']],
  ])('%s conforms or does not, with what is met by level and no share', async (slug, levels) => {
    const text = shown(await write(conformanceDocument(slug), publicState()));
    expect(text).toContain('Does not conform');
    expect(text).not.toMatch(/partially conforms|\d%/i);
    expect(text.match(/(?:Level A+|Without a level): (?=\d+ of \d+ applicable)/g)).toEqual(levels);
  });

  test('the RGAA keeps its three states and its rate', async () => {
    expect(shown(await write(conformanceDocument('rgaa'), publicState()))).toMatch(/artially conforms[^%]*\d%/);
  });

  test('why findings were not triaged is printed', async () => {
    const document = conformanceDocument('wcag-2-2', { untriagedReason: HOSTILE_TEXT });
    const text = shown(await write(document, publicState()));
    expect(text).toContain('had not been reviewed:');
    expect(text.replaceAll('\\', '')).toContain('alert(1)');
  });

  test('the order is that of VPAT 2.5, which has a table for each level', async () => {
    const notes = 'Payment pages belong to another company.';
    const text = shown(await write(conformanceDocument('wcag-2-2', { notes }), publicState())).replaceAll('\\', '');
    const parts = [
      'Standard',
      PRODUCT_DESCRIPTION,
      'access@example.org',
      notes,
      'Two people examined the sample',
      'equivalent facilitation',
      '1.1.1 Non-text Content',
      '4.1.2 Name, Role, Value',
      '1.2.4 Captions (Live)',
      '4.1.3 Status Messages',
      LEGAL_DISCLAIMER,
    ];
    const places = parts.map((part) => text.indexOf(part, part === 'Standard' ? text.indexOf('Contents') : 0));
    expect(parts.filter((_, index) => places[index]! < 0)).toEqual([]);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test.each(['wcag-2-2', 'en-301-549', 'section-508'])('tables of %s have three columns', async (slug) => {
    const text = await write(conformanceDocument(slug), publicState());
    const head =
      format === 'html'
        ? /<th scope="col">Requirement<\/th>\s*<th scope="col">Conformance level<\/th>\s*<th scope="col">Remarks and explanations<\/th>/g
        : /^\| Requirement \| Conformance level \| Remarks and explanations \|$/gm;
    const levels = format === 'html' ? /<h2 [^>]*>Level (A+)<\/h2>/g : /^## Level (A+)$/gm;
    expect([...text.matchAll(levels)].map(([, level]) => level)).toEqual(['A', 'AA']);
    expect(text.match(head)!.length).toBeGreaterThanOrEqual(2);
  });

  test('a level of which all is said at once has no empty table', async () => {
    const document = conformanceDocument('wcag-2-2');
    const all = document.requirements.map((one) => ({
      ...one,
      verdicts: one.verdicts.map((verdict) => ({ ...verdict, fromGroup: true })),
    }));
    const text = await write({ ...document, requirements: all }, publicState());
    expect(text).not.toMatch(/Remarks and explanations/);
    expect(shown(text)).toContain('4.1.3');
  });

  test('one that was frozen without a description of the product and a disclaimer leaves no gap for them', async () => {
    const { legalDisclaimer: _, product, ...document } = conformanceDocument();
    const { description: __, ...told } = product;
    const text = shown(await write({ ...document, product: told }, publicState()));
    expect(text).not.toMatch(/Product description|Legal disclaimer|undefined|null/);
  });

  test('what is said once for a group is written once', async () => {
    const document = conformanceDocument('en-301-549');
    const text = shown(await write(document, publicState()));
    expect(text.split(/The shop is no hardware/)).toHaveLength(2);
  });

  test('no Grade, and no mark of another template', async () => {
    for (const slug of DOCUMENT_STANDARDS)
      expect(await write(conformanceDocument(slug), publicState())).not.toMatch(/grade|vpat/i);
  });
});

test('HTML shows what people wrote as text, in its own direction, and has no script', async () => {
  const page = await htmlReport(conformanceDocument('wcag-2-2', { title: HOSTILE_TEXT }), publicState());
  expect(page).not.toMatch(/<script|\son\w+=|\sstyle=|javascript:/i);
  expect(page.replace(/&(amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
  expect(shown(page)).toContain(HOSTILE_TEXT.replace(/\s+/g, ' '));
  expect(page).toContain('dir="auto"');
});

test('an address that is none of the web is no link', async () => {
  const sample = [{ name: 'A page', url: 'javascript:alert(1)' }];
  expect(await htmlReport(conformanceDocument('wcag-2-2', { sample }), publicState())).not.toContain(
    'href="javascript',
  );
});

test('the heading is one, ids are unique, and every entry of the contents leads somewhere', async () => {
  const page = await htmlReport(conformanceDocument('en-301-549'), publicState());
  const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(page.match(/<h1>/g)).toHaveLength(1);
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
});

test('Markdown marks nothing up that people wrote', async () => {
  const text = await markdownReport(
    conformanceDocument('wcag-2-2', { title: HOSTILE_TEXT, tools: ['1. one\n- two', '- three'] }),
    publicState(),
  );
  expect(text).not.toContain('<script');
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(text).toContain('  - 1\\. one<br>- two\n  - \\- three');
  const borders = (row: string): number => row.replace(/\\\|/g, '').match(/\|/g)!.length;
  const tables = [...text.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) => table.trimEnd().split('\n'));
  // How many have which result, then the requirements of the levels A and AA.
  expect(tables.map((rows) => rows.map(borders).filter((count, row, all) => all.indexOf(count) === row))).toEqual([
    [3],
    [4],
    [4],
  ]);
});

test('a report of a hundred thousand letters keeps every one', async () => {
  const document = conformanceDocument();
  const remarks = 'é'.repeat(10_000);
  const requirements = document.requirements.map((one) => ({
    ...one,
    verdicts: one.verdicts.map((verdict) => ({ ...verdict, remarks })),
  }));
  expect(await htmlReport({ ...document, requirements }, publicState())).toContain(remarks);
});

describe('CSV', () => {
  const document = conformanceDocument();
  const stated = [
    { requirement: 0, component: 'web', statedBy: '=cmd|calc', statedAt: new Date('2026-05-01T10:00:00Z') },
    { requirement: 1, component: 'web', statedBy: null, statedAt: new Date('2026-05-02T10:00:00Z') },
  ];
  const withRemarks = (remarks: string): Promise<string> => {
    const [one] = document.requirements;
    const requirements = [{ ...one!, verdicts: [{ ...one!.verdicts[0]!, remarks }] }];
    return csvReport({ ...document, requirements }, publicState(), []);
  };

  test('has the columns of the standard, quoted cells, records that end as RFC 4180 says, and who stated', async () => {
    const text = await csvReport(document, publicState(), stated);
    const [head, first] = text.split('\r\n');
    expect(head).toBe('"requirement","name","level","component","verdict","remarks","evidence","statedBy","statedAt"');
    expect(first).toBe(
      `"1.1.1","Non-text Content","A","web","supports","","audit 3 (28 April 2026), issue 12","'=cmd|calc","2026-05-01T10:00:00.000Z"`,
    );
    expect(text.endsWith('\r\n')).toBe(true);
    expect(text).toContain(`"${HOSTILE_TEXT.replace(/"/g, '""')}"`);
    expect(text).toContain('"","2026-05-02T10:00:00.000Z"');
  });

  test('says what the document says, read by a reader that is not ours', async () => {
    const records = parse(await csvReport(document, publicState(), stated), { record_delimiter: '\r\n' });
    const expected = document.requirements.flatMap(({ number, name, verdicts }) =>
      verdicts.map(({ component, remarks }) => [number, name, component, remarks ?? '']),
    );
    const found = records.slice(1).filter((record) => record[3] !== '');
    expect(found.map((record) => [record[0], record[1], record[3], record[5]])).toEqual(expected);
    expect(new Set(records.map(({ length }) => length))).toEqual(new Set([9]));
  });

  test.each([
    ['=1+1', `'=1+1`],
    ['+1', `'+1`],
    ['-1', `'-1`],
    ['@cell', `'@cell`],
    ['\t=1', `'\t'=1`],
    ['\r=1', `'\r'=1`],
    ['a;=1;b', `a;'=1;b`],
    ['a\t+1', `a\t'+1`],
    ['a\n-1', `a\n'-1`],
    ['a\r\n@cell', `a\r\n'@cell`],
    ['a;"=1', `a;"'=1`],
    ['"=1"', `"'=1"`],
    ['\uff1d1+1', `'\uff1d1+1`],
    ['\uff0b1;\uff0d1', `'\uff0b1;'\uff0d1`],
    ['a\t\uff20cell', `a\t'\uff20cell`],
    ['1 \uff1d 1', '1 \uff1d 1'],
    ['1 = 1, 2-1; a@example.org', '1 = 1, 2-1; a@example.org'],
    ['"quoted", and more', '"quoted", and more'],
  ])('a cell with %j is read as %j', async (remarks, read) => {
    const text = await withRemarks(remarks);
    expect(text).toContain(`,"${read.replaceAll('"', '""')}",`);
    expect(parse(text, { record_delimiter: '\r\n' })[1]![5]).toBe(read);
  });

  test.each([',', ';', '\t'])(
    'no cell is a formula for who parts them at %j, with or without quotes',
    async (delimiter) => {
      for (const remarks of ['=1', ';=1', 'a;"=1', 'a\t@b', 'a\n=1', 'a\r\n"+1', '\t\t=1', ';";=1', '"";=1"']) {
        const text = await withRemarks(remarks);
        const quoted = parse(text, {
          delimiter,
          relax_quotes: true,
          relax_column_count: true,
          record_delimiter: '\r\n',
        });
        const bare = text.split(/\r\n|\r|\n/).map((line) => line.split(delimiter));
        const withoutQuotes = bare.flat().map((one) => one.replace(/^"+/, ''));
        for (const one of [...quoted.flat(), ...withoutQuotes]) expect(one).not.toMatch(/^[=+\-@]/);
      }
    },
  );

  test('of a draft says so in its first record, and lists what has no verdict', async () => {
    const requirements = document.requirements.map((one) => ({ ...one, verdicts: [] }));
    const text = await csvReport(draftDocument('wcag-2-2', { requirements }), null, []);
    const records = text.trimEnd().split('\r\n');
    expect(records[0]).toMatch(/^"Draft: [^"]+"(,""){8}$/);
    expect(records).toHaveLength(2 + requirements.filter(({ inScope }) => inScope).length);
  });
});
