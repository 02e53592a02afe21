import fc from 'fast-check';
import { parseCommandLine } from '../command-line.js';
import { settingsOf } from '../config/settings.js';
import type { CiRun } from '../context/ci-run.js';
import { identityOf } from '#libs/reports';
import type { Found, ToolReport } from '../reading/report.js';
import { partsOf, type Subject } from './bodies.js';
import { pack } from './pack.js';

const LIMITS = { bytes: 4_000, findings: 10, pages: 10 };
const found = (ruleId: string, selector = 'main', title = 'x'): Found => ({ finding: { ruleId, selector, title } });

test('parts keep to the limits, lose nothing, and hold each identity in one of them', () => {
  const some = fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.string({ maxLength: 40 })), { maxLength: 60 });
  fc.assert(
    fc.property(some, (pairs) => {
      const all = pairs.map(([rule, title]) => found(`rule-${rule}`, 'main', title));
      const parts = pack(all, [], LIMITS).map((part) => part.found);
      expect(
        parts
          .flat()
          .map(({ finding }) => finding)
          .sort(byText),
      ).toEqual(all.map(({ finding }) => finding).sort(byText));
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(10);
        expect(JSON.stringify(part.map(({ finding }) => finding)).length).toBeLessThanOrEqual(4_001);
      }
      for (const identity of new Set(all.map(({ finding }) => identityOf(finding)))) {
        const ofIdentity = (part: Found[]): Found[] => part.filter(({ finding }) => identityOf(finding) === identity);
        if (ofIdentity(all).length <= 10) expect(parts.filter((part) => ofIdentity(part).length > 0)).toHaveLength(1);
      }
    }),
  );
});

const byText = (a: object, b: object): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

test('a report without findings is one empty part', () => {
  expect(pack([], [], LIMITS)).toEqual([{ found: [], pages: [] }]);
});

const onPage = (page: string, ruleId: string): Found => ({ finding: { ruleId, title: 'x', sourceUrl: page } });
const pageOf = ({ finding }: Found): string | undefined => finding.sourceUrl;

test('each page is in one part, whole, and told where its part is complete for it', () => {
  const some = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 14 })), { maxLength: 80 });
  fc.assert(
    fc.property(some, fc.boolean(), (pairs, isReported) => {
      const all = pairs.map(([page, rule]) => onPage(`/${page}`, `rule-${rule}`));
      const pages = isReported ? Array.from({ length: 12 }, (_, page) => `/${page}`) : [];
      const parts = pack(all, pages, { ...LIMITS, pages: 4 });
      expect(parts.flatMap((part) => part.found)).toHaveLength(all.length);
      const reportedPages = parts.flatMap((part) => part.pages);
      expect(new Set(reportedPages).size).toBe(reportedPages.length);
      for (const page of new Set([...pages, ...all.map((one) => pageOf(one)!)])) {
        const onThisPage = all.filter((one) => pageOf(one) === page);
        const fits = onThisPage.length <= LIMITS.findings;
        const holding = parts.filter((part) => part.found.some((one) => pageOf(one) === page));
        if (fits && onThisPage.length > 0) expect(holding).toHaveLength(1);
        expect(reportedPages.includes(page)).toBe(isReported && fits);
        if (isReported && fits && holding[0]) expect(holding[0].pages).toContain(page);
      }
      for (const part of parts) {
        expect(part.pages.length).toBeLessThanOrEqual(4);
        expect(part.found.length).toBeLessThanOrEqual(LIMITS.findings);
        // A part that tells pages has nothing of others.
        if (part.pages.length > 0) expect(part.pages).toEqual(expect.arrayContaining(part.found.map(pageOf)));
      }
    }),
  );
});

test('of a scan that is complete for its pages each request is so for its own, and one without is partial', () => {
  const pages = ['/clean', '/a', '/large'].map((path) => `https://shop.example${path}`);
  const large = Array.from({ length: 1_200 }, (_, index) => onPage(pages[2]!, `rule-${index}`));
  const some = { ...report(0), pages, found: [onPage(pages[1]!, 'label'), ...large] };
  const bodies = parts([], some, subject({ coverage: { coverage: 'complete', isOfPages: true } }));
  expect(bodies.map(({ coverage, pages, sweep, findings }) => [coverage, pages, sweep, findings.length])).toEqual([
    ['complete', [pages[1]], undefined, 1],
    ['partial', undefined, undefined, 1_000],
    ['partial', undefined, undefined, 200],
    ['complete', [pages[0]], undefined, 0],
  ]);
});

test('the base is sent, and is no part of what a repeated step is known by', () => {
  const bodies = [['c0ffee'], []].map(
    (baseCommits) => parts([], report(1), subject({ line: 'proposal', baseCommits }))[0]!,
  );
  expect(bodies.map(({ context }) => context['baseCommits'])).toEqual([['c0ffee'], undefined]);
  expect(bodies[0]!.idempotencyKey).toBe(bodies[1]!.idempotencyKey);
});

const run: CiRun = {
  provider: 'github',
  repository: 'acme/shop',
  runId: '1',
  attempt: '1',
  trigger: 'push',
  ref: 'main',
};
const report = (count: number, over: Partial<ToolReport> = {}): ToolReport => ({
  ...{ tool: 'axe-core', found: Array.from({ length: count }, (_, index) => found(`rule-${index}`)), pages: [] },
  ...{ gaps: [], isShard: false, files: ['axe.json'], selections: [], failed: [], examinedNothing: false },
  ...over,
});
const subject = (over: Partial<Subject> = {}): Subject => ({
  ...{
    run,
    line: 'main',
    coverage: { coverage: 'complete' },
    baseCommits: [],
    isTimeOurs: false,
    isOneOfSeveral: false,
  },
  ...over,
});
const parts = (words: string[], some: ToolReport, about: Subject) =>
  partsOf(some, settingsOf(parseCommandLine(['upload', ...words]), {}, {}), about).map(({ body }) => body);

test('a complete report of several parts is a sweep, a partial one is several reports', () => {
  const [first, second] = parts([], report(1_500), subject());
  expect(first!.sweep).toEqual({ key: second!.sweep!.key, part: 1, of: 2 });
  expect(second!.sweep).toMatchObject({ part: 2, of: 2 });
  expect(parts([], report(1_500), subject({ coverage: { coverage: 'partial' } })).map(({ sweep }) => sweep)).toEqual([
    undefined,
    undefined,
  ]);
  expect(parts([], report(10), subject())[0]!.sweep).toBeUndefined();
});

test('with --part the requests are pieces of that part', () => {
  const bodies = parts(['--part', '2/4'], report(1_500), subject());
  expect(bodies.map(({ sweep }) => [sweep!.part, sweep!.of, sweep!.piece, sweep!.pieces])).toEqual([
    [2, 4, 1, 2],
    [2, 4, 2, 2],
  ]);
});

test('every body stays below the limit of ingest, also where findings are large', () => {
  const large = Array.from({ length: 1_200 }, (_, index) => found(`rule-${index}`, 'é'.repeat(900), 'x'));
  const bodies = parts([], { ...report(0), found: large }, subject());
  for (const body of bodies) expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(921_600);
  expect(bodies.flatMap(({ findings }) => findings)).toHaveLength(1_200);
});

describe('the idempotency key', () => {
  const keyOf = (about: Subject, some = report(1), words: string[] = []) =>
    parts(words, some, about)[0]!.idempotencyKey;
  const key = keyOf(subject());

  test('is the same for a step that runs again', () => {
    expect(keyOf(subject())).toBe(key);
  });

  test.each<[string, Partial<Subject>, Partial<ToolReport>?]>([
    ['another attempt', { run: { ...run, attempt: '2' } }],
    ['another run', { run: { ...run, runId: '2' } }],
    ['another repository', { run: { ...run, repository: 'acme/site' } }],
    ['another line', { line: 'proposal' }],
    ['another coverage', { coverage: { coverage: 'partial' } }],
    ['other findings', {}, { found: [found('another')] }],
    ['another moment that the report tells', {}, { completedAt: '2026-01-01T00:00:00Z' }],
  ])('differs for %s', (_name, about, over = {}) => {
    expect(keyOf(subject(about), report(1, over))).not.toBe(key);
  });

  test('does not depend on a moment that was read from the clock', () => {
    const at = (completedAt: string) => keyOf(subject({ isTimeOurs: true }), report(1, { completedAt }));
    expect(at('2026-01-01T00:00:00Z')).toBe(at('2026-01-02T00:00:00Z'));
  });

  test('is random outside CI, and as the caller says where they do', () => {
    const outside = subject({ run: { provider: 'git', trigger: 'manual', ref: 'main' } });
    expect(keyOf(outside)).not.toBe(keyOf(outside));
    expect(keyOf(outside, report(1), ['--idempotency-key', 'mine'])).toBe('mine');
    const several = parts(['--idempotency-key', 'mine'], report(1_500), outside);
    expect(several.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['mine axe-core 1/2', 'mine axe-core 2/2']);
  });
});

describe('the key of a sweep', () => {
  const keyOf = (words: string[], about: Partial<Subject> = {}, count = 1_500) =>
    parts(words, report(count), subject(about))[0]!.sweep!.key;

  test('with --part is the same in another attempt, and without it is not', () => {
    const again = { run: { ...run, attempt: '2' } };
    expect(keyOf(['--part', '1/2'], again)).toBe(keyOf(['--part', '1/2']));
    expect(keyOf([], again)).not.toBe(keyOf([]));
  });

  test('outside CI is what --sweep says, and --part needs it', () => {
    const outside = { run: { provider: 'git', trigger: 'manual' } as CiRun };
    expect(keyOf(['--part', '1/2', '--sweep', 'nightly'], outside)).toBe('nightly');
    expect(() => keyOf(['--part', '1/2'], outside)).toThrow('--sweep');
  });
});

test('what ingest would refuse of the context is left out', () => {
  const strange = { ...run, ref: 'x'.repeat(300), commitSha: 'c'.repeat(70), url: 'not an address' };
  const [body] = parts([], report(1), subject({ run: strange }));
  expect([...(body!.context['ref'] as string)]).toHaveLength(255);
  expect(body!.context).not.toHaveProperty('commitSha');
  expect(body).not.toHaveProperty('externalUrl');
});

test('a body tells what was not examined, as far as the service keeps it, and that nothing was', () => {
  const gaps = Array.from({ length: 130 }, (_, index) => `page ${index} failed ${'x'.repeat(600)}`);
  const [part] = partsOf(
    report(0, { gaps, examinedNothing: true }),
    settingsOf(parseCommandLine(['upload']), {}, {}),
    subject(),
  );
  expect(part!.body).toMatchObject({ failed: true, findings: [] });
  expect(part!.body.omissions).toHaveLength(100);
  expect(part!.body.omissions!.at(-1)).toBe('… and 31 more');
  expect(Math.max(...part!.body.omissions!.map((one) => [...one].length))).toBe(500);
});

test('all that is sent beside findings is text that a database takes', () => {
  const odd = { ...run, ref: 'a\ud83d\u0000b' };
  const [part] = partsOf(report(0), settingsOf(parseCommandLine(['upload']), {}, {}), subject({ run: odd }));
  expect(part!.body.context['ref']).toBe('a\ufffdb');
});
