import type { ReadReport } from '#libs/reports';
import { coverageOf } from './coverage.js';
import { joinByTool } from './join.js';
import type { ToolReport } from './report.js';

const plain = { coverage: 'auto', areas: [] as string[], part: undefined, sameRules: false } as const;
const pages = ['https://shop.example/'];
const whole = { gaps: [], isShard: false, pages, selections: [] as string[] };
const failed = { ...whole, gaps: ['one page failed'] };
const shard = { ...whole, gaps: ['it is shard 1 of 2'], isShard: true };
const chosen = { ...whole, selections: ['only the rules of wcag2a ran'] };
const unloaded = { ...whole, failedPages: ['https://shop.example/b could not be scanned'] };
const part = { part: 1, of: 2 };

test.each([
  ['a report alone', whole, plain, {}, 'partial'],
  ['a report whose caller says so', whole, { ...plain, coverage: 'complete' }, {}, 'complete'],
  ['one that names a failed page, whatever the caller says', failed, { ...plain, coverage: 'complete' }, {}, 'partial'],
  ['one with a choice of rules', chosen, { ...plain, coverage: 'complete' }, {}, 'partial'],
  [
    'one with the same choice on every run',
    chosen,
    { ...plain, coverage: 'complete', sameRules: true },
    {},
    'complete',
  ],
  [
    'a scan with a choice of its own',
    chosen,
    { ...plain, coverage: 'complete' },
    { extent: 'parts of pages' },
    'complete',
  ],
  ['a shard without --part', shard, { ...plain, coverage: 'complete' }, {}, 'partial'],
  ['a shard with --part', shard, { ...plain, part }, {}, 'complete'],
  ['a failed page with --part', failed, { ...plain, part }, {}, 'partial'],
  ['a report about an area', whole, { ...plain, coverage: 'complete', areas: ['checkout'] }, {}, 'partial'],
  ['a scan of a whole sitemap', whole, plain, { extent: 'whole sitemap' }, 'complete'],
  ['a scan of some pages, for these', whole, plain, { extent: 'some pages' }, 'complete of pages'],
  ['a scan of some pages, one of which failed', unloaded, plain, { extent: 'some pages' }, 'complete of pages'],
  [
    'a scan whose caller calls it whole',
    whole,
    { ...plain, coverage: 'complete' },
    { extent: 'some pages' },
    'complete',
  ],
  [
    'such a one with a failed page',
    unloaded,
    { ...plain, coverage: 'complete' },
    { extent: 'some pages' },
    'complete of pages',
  ],
  ['a scan of which frames could not be examined', failed, plain, { extent: 'some pages' }, 'partial'],
  ['a scan of a tag', whole, plain, { extent: 'some pages', isTag: true }, 'partial'],
  ['a scan of parts of pages', whole, plain, { extent: 'parts of pages' }, 'partial'],
  ['a scan of a part', unloaded, { ...plain, part }, { extent: 'some pages' }, 'partial'],
  ['a scan of a sitemap of which a page failed', failed, plain, { extent: 'whole sitemap' }, 'partial'],
  ['a scan of a sitemap, of a tag', whole, plain, { extent: 'whole sitemap', isTag: true }, 'partial'],
  ['a tag whose caller says so', whole, { ...plain, coverage: 'complete' }, { isTag: true }, 'complete'],
] as const)('%s is judged', (_name, report, settings, about, coverage) => {
  const choice = coverageOf(
    report as ToolReport,
    { ...settings, areas: [...settings.areas] },
    { isTag: false, extent: undefined, ...about },
  );
  expect(`${choice.coverage}${choice.isOfPages ? ' of pages' : ''}`).toBe(coverage);
  expect(choice.because).not.toBe('');
});

const read = (tool: string, file: string, over: Partial<ReadReport> = {}): ReadReport => ({
  ...{
    tool,
    file,
    format: 'axe-core',
    type: 'automated_scan',
    findings: [{ ruleId: file, title: file }],
    locations: [],
  },
  ...{ pages: [], partialBecause: [], examinedEverything: true, isShard: false },
  ...{ failed: [], examinedNothing: false, selections: [], warnings: [] },
  ...over,
});

test('files of one tool are one report, with the last moment and every gap', () => {
  const [axe, pa11y] = joinByTool([
    read('axe-core', 'a', { completedAt: '2026-01-02T00:00:00+02:00', pages: ['https://a.example/'] }),
    read('pa11y', 'p'),
    read('Axe-Core', 'b', {
      completedAt: '2026-01-01T23:00:00Z',
      examinedEverything: false,
      partialBecause: ['A page failed.'],
      pages: ['https://a.example/'],
    }),
  ]);
  expect(axe).toMatchObject({
    tool: 'axe-core',
    completedAt: '2026-01-01T23:00:00Z',
    pages: ['https://a.example/'],
    files: ['a', 'b'],
  });
  expect(axe!.found.map(({ finding }) => finding.ruleId)).toEqual(['a', 'b']);
  expect(axe!.gaps).toEqual(['a page failed']);
  expect(pa11y).toMatchObject({ tool: 'pa11y', gaps: [] });
});

test('what was not examined is told for all files of a tool, and nothing was where all of them say so', () => {
  const empty = (file: string, over: Partial<ReadReport> = {}) =>
    read('axe-core', file, {
      failed: [file],
      examinedNothing: true,
      selections: ['Rules were turned off: a.'],
      ...over,
    });
  expect(joinByTool([empty('a'), empty('b')])[0]).toMatchObject({
    ...{ examinedNothing: true, failed: ['a', 'b'], selections: ['rules were turned off: a'] },
  });
  expect(joinByTool([empty('a'), empty('b', { examinedNothing: false })])[0]!.examinedNothing).toBe(false);
});

test('--tool names one tool, and refuses to mix two', () => {
  expect(joinByTool([read('axe-core', 'a')], 'Our axe')[0]!.tool).toBe('Our axe');
  expect(() => joinByTool([read('axe-core', 'a'), read('pa11y', 'p')], 'Ours')).toThrow('axe-core (a) and pa11y (p)');
});

test('reports are a shard where each of them that left something out is one', () => {
  const partial = (file: string, isShard: boolean) =>
    read('axe-core', file, { examinedEverything: false, partialBecause: ['It left something out.'], isShard });
  const isShard = (...reports: ReadReport[]) => joinByTool(reports)[0]!.isShard;
  expect(isShard(partial('a', true), read('axe-core', 'b'))).toBe(true);
  expect(isShard(partial('a', true), partial('b', false))).toBe(false);
  expect(isShard(read('axe-core', 'b'))).toBe(false);
});

test('of two severities for one identity the higher holds, over files too', () => {
  const of = (file: string, severity: 'low' | 'high') =>
    read('axe-core', file, {
      findings: [{ ruleId: 'alt', title: file, severity, sourceUrl: `https://${file}.example/` }],
    });
  const [report] = joinByTool([of('a', 'high'), of('b', 'low')]);
  expect(report!.found.map(({ finding }) => [finding.title, finding.severity])).toEqual([
    ['a', 'high'],
    ['b', 'high'],
  ]);
});

test('several runs of one address, as Lighthouse CI makes them, find each thing once', () => {
  const run = (file: string, ...selectors: string[]) =>
    read('lighthouse', file, {
      findings: selectors.map((selector) => ({ ruleId: 'alt', title: 't', selector, sourceUrl: 'https://a.example/' })),
    });
  const [report] = joinByTool([run('a', 'img', 'svg'), run('b', 'svg', 'input')]);
  expect(report!.found.map(({ finding }) => finding.selector)).toEqual(['img', 'svg', 'input']);
});
