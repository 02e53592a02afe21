import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ReadOptions, type ReadReport, readReport, REPORT_FORMATS, UnreadableReportError } from './index.js';

const folder = join(process.cwd(), 'test/fixtures/reports');
const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(json|sarif)$/.test(name))
  .sort();

const read = (name: string, options?: ReadOptions): Promise<ReadReport[]> =>
  readReport({ name: basename(name), text: readFileSync(join(folder, name), 'utf8') }, { root: '/app', ...options });

const rowsOf = ({ findings }: ReadReport): string[] =>
  findings.map(({ ruleId, needsReview, severity, impact, wcag, selector, sourceUrl }) =>
    [needsReview ? `${ruleId}?` : ruleId, severity, impact, wcag?.join(), selector, sourceUrl]
      .map((part) => part ?? '-')
      .join(' | '),
  );

/** Without what few reports say. */
const summaryOf = ({
  failed,
  selections,
  warnings,
  examinedNothing,
  ...rest
}: Omit<ReadReport, 'locations' | 'findings'> & { findings: string[] }) => ({
  ...rest,
  ...(failed.length > 0 && { failed }),
  ...(selections.length > 0 && { selections }),
  ...(warnings.length > 0 && { warnings }),
  ...(examinedNothing && { examinedNothing }),
});

/** Those whose shape says nothing, because they found nothing. */
const NAMED: Readonly<Record<string, ReadOptions>> = {
  'tools/pa11y-9.1.1-clean.json': { format: 'pa11y' },
  'tools/html-validate-10.17.0-clean.json': { format: 'html-validate' },
  'tools/eslint-9.39.5-clean.sarif': { format: 'sarif' },
};
const REFUSED = ['tools/lighthouse-12.8.2-seo.json', 'tools/playwright-1.65.1-none.json'];

test.each(all.filter((name) => !REFUSED.includes(name)))('the real report %s becomes exactly this', async (name) => {
  const reports = await read(name, NAMED[name]);
  expect(
    reports.map(({ locations: _, ...report }) =>
      summaryOf({ ...report, findings: rowsOf({ locations: [], ...report }) }),
    ),
  ).toMatchSnapshot();
});

test.each([...REFUSED, ...Object.keys(NAMED)])('%s alone says nothing about accessibility, and is refused', (name) =>
  expect(read(name)).rejects.toThrow(UnreadableReportError),
);

const refusal = async (text: string, options?: ReadOptions): Promise<string> => {
  const error: unknown = await readReport({ name: 'a.json', text }, options).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnreadableReportError);
  return (error as Error).message;
};

const axe = '{"testEngine":{"name":"axe-core"},"violations":[]}';
const page = '{"pageUrl":"https://a.example/","documentTitle":"","issues":[]}';

test.each([
  ['nothing', '', 'a.json: is empty. Check that the tool ran; a report without findings is not an empty file.'],
  ['HTML', '<!doctype html><p>', 'a.json: is HTML or XML. Configure the tool to write JSON.'],
  ['half a report', '{"violations": [', /^a\.json: ends in the middle of its JSON\. /],
  [
    'a log',
    'Running axe-core…',
    /^a\.json: is not JSON \(.+\)\. Configure the tool to write only its JSON into the file/,
  ],
  [
    'other JSON',
    '{"name":"shop"}',
    `a.json: is JSON, but not a known report. Supported formats: ${REPORT_FORMATS.join(', ')}.`,
  ],
  [
    'JSON with total and results',
    '{"total":2,"passes":1,"results":{"a":[1]}}',
    /^a\.json: is JSON, but not a known report/,
  ],
  ['an empty list', '[]', 'a.json: is an empty list, which several tools write. Name the tool with --format.'],
  [
    'a mixed list',
    `[${axe},${page}]`,
    'a.json: is a list in which number 1 is a report of axe-core and number 2 is a report of pa11y. Provide the reports of each tool in a separate file.',
  ],
  ['a list that is partly something else', `[${axe},{}]`, /number 2 is JSON, but not a known report\./],
])('%s is refused by name, with the reason and what to do', async (_name, text, message) => {
  expect(await refusal(text)).toMatch(message);
});

test('a report of another format than the one that was named is refused', async () => {
  expect(await refusal(axe, { format: 'pa11y' })).toBe(
    'a.json: is a report of axe-core, and not of pa11y. Remove --format, or use --format axe-core.',
  );
  expect(await refusal('[]', { format: 'lighthouse' })).toMatch(
    /is an empty list, which is not a report of lighthouse/,
  );
});

test('a mark at the beginning, as Windows writes it, does no harm', async () => {
  const [report] = await readReport({ name: 'a.json', text: `\uFEFF${axe}\r\n` });
  expect(report).toMatchObject({ tool: 'axe-core', findings: [], examinedEverything: true });
});

test('findings get the name of the tool that the caller gives', async () => {
  const [report] = await readReport({ name: 'a.json', text: axe }, { tool: 'axe in the app' });
  expect(report!.tool).toBe('axe in the app');
});

describe('findings keep to the limits of the ingest endpoint', () => {
  const read = async (node: object, violation: object = {}, result: object = {}) => {
    const text = JSON.stringify({
      testEngine: { name: 'axe-core' },
      url: 'file:///page.html',
      ...result,
      violations: [{ id: 'r', help: 'h', tags: ['wcag1410'], nodes: [node].flat(), ...violation }],
    });
    return (await readReport({ name: 'a.json', text }))[0]!.findings;
  };

  test('texts are cut', async () => {
    const [finding] = await read({ failureSummary: 'x'.repeat(6000) }, { help: '🙂'.repeat(400) });
    expect([...finding!.title]).toHaveLength(300);
    expect(finding!.description).toHaveLength(5000);
    expect(finding).not.toHaveProperty('sourceUrl');
  });

  test('what is part of the identity is cut so that two which differ still do', async () => {
    const long = 'main > '.repeat(400);
    const [a, b] = await read([{ target: [`${long}a`] }, { target: [`${long}b`] }] as object);
    expect([...a!.selector!]).toHaveLength(2000);
    expect(a!.selector).not.toBe(b!.selector);
    const rules = await Promise.all(['a', 'b'].map((end) => read({}, { id: 'r'.repeat(300) + end })));
    expect(new Set(rules.map(([finding]) => finding!.ruleId)).size).toBe(2);
    expect(rules[0]![0]!.ruleId).toHaveLength(200);
  });

  test.each([
    ['with a password', 'https://me:secret@shop.example/a?b', 'https://shop.example/a?b'],
    ['with a long query', `https://shop.example/?q=${'x'.repeat(3000)}#top`, 'https://shop.example/'],
    ['that is too long', `https://shop.example/${'x'.repeat(3000)}`, undefined],
    ['of no page', 'about:blank', undefined],
    ['without a host', 'http://', undefined],
  ])('an address %s is told without what cannot be sent', async (_name, url, expected) => {
    expect((await read({}, {}, { url }))[0]!.sourceUrl).toBe(expected);
  });

  test('what no database takes is left out', async () => {
    expect((await read({ target: ['a\u0000b \ud800'] }))[0]!.selector).toBe('ab \ufffd');
  });
});
