import { DAY_MS } from '#libs/dates';
import fc from 'fast-check';
import { grade, type GradeFacts, type Letter, LETTERS } from './grade.js';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);
const none = { count: 0, numbers: [] };
const some = (count: number) => ({ count, numbers: Array.from({ length: count }, (_, i) => i + 1) });
const lost = (count: number, severe = false) =>
  Array.from({ length: count }, (_, i) => ({ requirementId: `r${i}`, severe }));

const facts = (over: Partial<GradeFacts> = {}): GradeFacts => ({
  now: NOW,
  auditFrequency: null,
  scope: 50,
  lost: [],
  linked: none,
  unlinked: none,
  high: none,
  critical: none,
  pending: { lost: [], unlinked: 0, high: 0 },
  newestEvidence: daysAgo(1),
  newestHumanTest: daysAgo(1),
  newestAudit: daysAgo(1),
  newestFullAudit: daysAgo(1),
  ...over,
});
const scansOnly = { newestHumanTest: null, newestAudit: null, newestFullAudit: null };

test.each<[string, Partial<GradeFacts>, Letter | null, number | null]>([
  ['nothing lost and a recent full audit', {}, 'A', 100],
  ['no evidence at all', { ...scansOnly, newestEvidence: null }, null, null],
  ['evidence of exactly 1095 days', { ...scansOnly, newestEvidence: daysAgo(1095) }, 'D', 100],
  [
    'evidence older than 1095 days',
    { ...scansOnly, newestEvidence: new Date(daysAgo(1095).getTime() - 1) },
    null,
    null,
  ],
  ['one requirement lost by half', { lost: lost(1) }, 'B', 99],
  ['five half-points of a hundred', { lost: lost(5) }, 'B', 95],
  ['six half-points of a hundred', { lost: lost(6) }, 'C', 94],
  ['fifteen half-points', { lost: lost(15) }, 'C', 85],
  ['sixteen half-points', { lost: lost(16) }, 'D', 84],
  ['twenty whole points', { lost: lost(20, true) }, 'D', 60],
  ['twenty-one whole points', { lost: lost(21, true) }, 'E', 58],
  ['nothing in scope', { scope: 0 }, 'A', 100],
  ['an issue linked to nothing', { unlinked: some(1) }, 'B', 100],
  ['an issue of high severity', { high: some(1) }, 'C', 100],
  ['an issue of critical priority', { critical: some(1) }, 'D', 100],
  ['a human test, no full audit', { newestAudit: null, newestFullAudit: null }, 'B', 100],
  ['a small audit, no full one', { newestHumanTest: null, newestFullAudit: null }, 'B', 100],
  ['scans only', scansOnly, 'C', 100],
  [
    'a full audit within its three months',
    { auditFrequency: 3, newestFullAudit: new Date('2026-08-21T12:00:00.000Z') },
    'A',
    100,
  ],
  [
    'a full audit a moment past its three months',
    { auditFrequency: 3, newestFullAudit: new Date('2026-08-21T11:59:59.999Z') },
    'B',
    100,
  ],
  [
    'frequency 0 allows 36 months',
    { auditFrequency: 0, newestFullAudit: new Date('2023-11-21T12:00:00.000Z') },
    'A',
    100,
  ],
  [
    'evidence older than a year',
    { newestEvidence: daysAgo(366), newestHumanTest: null, newestAudit: daysAgo(366), newestFullAudit: daysAgo(366) },
    'D',
    100,
  ],
])('%s: %p', (_name, over, letter, score) => {
  expect(grade(facts(over))).toMatchObject({ letter, score });
});

test('reasons name every cap, the worst first, with the records behind it', () => {
  const { reasons } = grade(
    facts({ lost: lost(1), linked: some(2), unlinked: some(1), critical: some(1), high: some(1), ...scansOnly }),
  );
  expect(reasons.map(({ code, cap, count }) => [code, cap, count])).toEqual([
    ['critical_issues', 'D', 1],
    ['high_severity_issues', 'C', 1],
    ['automated_only', 'C', 0],
    ['requirements_lost', 'B', 1],
    ['unlinked_issues', 'B', 1],
  ]);
  expect(reasons.find(({ code }) => code === 'requirements_lost')!.refs).toEqual([
    { kind: 'issue', number: 1 },
    { kind: 'issue', number: 2 },
  ]);
});

test('the next letter is one better and says what earns it', () => {
  expect(grade(facts(scansOnly)).next).toEqual({ letter: 'B', todo: [{ code: 'add_human_test', count: 1 }] });
  expect(grade(facts({ lost: lost(7) })).next).toEqual({
    letter: 'B',
    todo: [{ code: 'clear_requirements', count: 2 }],
  });
  expect(grade(facts({ ...scansOnly, newestEvidence: null })).next).toEqual({
    letter: 'C',
    todo: [{ code: 'add_evidence', count: 1 }],
  });
  expect(grade(facts()).next).toBeNull();
});

test('pending findings show in the potential letter only', () => {
  const result = grade(facts({ pending: { lost: lost(1, true), unlinked: 0, high: 1 } }));
  expect([result.letter, result.potentialLetter]).toEqual(['A', 'C']);
});

// A model of single issues, from which the facts are gathered as the database gathers them.
interface ModelIssue {
  requirements: number[];
  severe: boolean;
  critical: boolean;
}

const SCOPE = 12;
const age = fc.option(fc.integer({ min: 0, max: 1300 }), { nil: null });
const issue: fc.Arbitrary<ModelIssue> = fc.record({
  // Requirements from SCOPE on are outside of the scope.
  requirements: fc.uniqueArray(fc.integer({ min: 0, max: SCOPE + 3 }), { maxLength: 3 }),
  severe: fc.boolean(),
  critical: fc.boolean(),
});
const state = fc.record({
  issues: fc.array(issue, { maxLength: 15 }),
  pending: fc.array(issue, { maxLength: 5 }),
  scan: age,
  human: age,
  small: age,
  full: age,
  auditFrequency: fc.constantFrom(null, 0, 3, 6, 12),
  scope: fc.constantFrom(0, SCOPE),
});
type State = typeof state extends fc.Arbitrary<infer T> ? T : never;

function gather({ issues, pending, scan, human, small, full, auditFrequency, scope }: State): GradeFacts {
  const inScope = (requirement: number): boolean => requirement < scope;
  const losses = (of: ModelIssue[]) =>
    Array.from({ length: scope }, (_, r) => ({ r, by: of.filter(({ requirements }) => requirements.includes(r)) }))
      .filter(({ by }) => by.length > 0)
      .map(({ r, by }) => ({
        requirementId: String(r),
        severe: by.some(({ severe, critical }) => severe || critical),
      }));
  const counts = (of: ModelIssue[]) => ({ count: of.length, numbers: [] });
  const relevant = (of: ModelIssue[]) =>
    of.filter(({ requirements }) => requirements.length === 0 || requirements.some(inScope));
  const moment = (days: number | null): Date | null => (days === null ? null : daysAgo(days));
  const newest = (...days: (number | null)[]): Date | null => {
    const known = days.filter((day) => day !== null);
    return known.length === 0 ? null : daysAgo(Math.min(...known));
  };
  return {
    now: NOW,
    auditFrequency,
    scope,
    lost: losses(issues),
    linked: counts(issues.filter(({ requirements }) => requirements.some(inScope))),
    unlinked: counts(issues.filter(({ requirements }) => requirements.length === 0)),
    high: counts(relevant(issues).filter(({ severe }) => severe)),
    critical: counts(relevant(issues).filter(({ critical }) => critical)),
    pending: {
      lost: losses(pending.map((finding) => ({ ...finding, critical: false }))),
      unlinked: pending.filter(({ requirements }) => requirements.length === 0).length,
      high: relevant(pending).filter(({ severe }) => severe).length,
    },
    newestEvidence: newest(scan, human, small, full),
    newestHumanTest: moment(human),
    newestAudit: newest(small, full),
    newestFullAudit: moment(full),
  };
}

/** Higher is better; no letter is the worst. */
const worth = (letter: Letter | null): number => (letter === null ? -1 : LETTERS.length - LETTERS.indexOf(letter));
const letterOf = (given: State): Letter | null => grade(gather(given)).letter;
const RUNS = { numRuns: 1_000 };

test('closing an issue never lowers the letter', () => {
  fc.assert(
    fc.property(state, fc.nat(), (given, pick) => {
      fc.pre(given.issues.length > 0);
      const issues = given.issues.filter((_, index) => index !== pick % given.issues.length);
      expect(worth(letterOf({ ...given, issues }))).toBeGreaterThanOrEqual(worth(letterOf(given)));
    }),
    RUNS,
  );
});

test('adding evidence never lowers the letter', () => {
  fc.assert(
    fc.property(
      state,
      fc.constantFrom('scan', 'human', 'small', 'full'),
      fc.integer({ min: 0, max: 1300 }),
      (given, kind, days) => {
        const added = { ...given, [kind]: Math.min(given[kind as 'scan'] ?? Infinity, days) };
        expect(worth(letterOf(added))).toBeGreaterThanOrEqual(worth(letterOf(given)));
      },
    ),
    RUNS,
  );
});

test('the letter is never better than a cap it names, the score lies in 0 to 100, the next letter is better, the potential one is not', () => {
  fc.assert(
    fc.property(state, (given) => {
      const result = grade(gather(given));
      if (result.letter !== null) {
        for (const { cap } of result.reasons) expect(worth(result.letter)).toBeLessThanOrEqual(worth(cap));
        expect(result.score).toBeGreaterThanOrEqual(0);
        expect(result.score).toBeLessThanOrEqual(100);
      } else {
        expect(result.score).toBeNull();
      }
      if (result.next) {
        expect(worth(result.next.letter)).toBeGreaterThan(worth(result.letter));
        expect(result.next.todo.length).toBeGreaterThan(0);
      } else expect(result.letter).toBe('A');
      expect(worth(result.potentialLetter)).toBeLessThanOrEqual(worth(result.letter));
    }),
    RUNS,
  );
});

test('the letter holds to the millisecond before validUntil and changes at it', () => {
  fc.assert(
    fc.property(state, (given) => {
      const known = gather(given);
      const { letter, validUntil } = grade(known);
      const at = (moment: number): Letter | null => grade({ ...known, now: new Date(moment) }).letter;
      if (validUntil === null) {
        if (letter !== null) expect(at(NOW.getTime() + 5_000 * DAY_MS)).toBe(letter);
        return;
      }
      const end = Date.parse(validUntil);
      expect(at(end - 1)).toBe(letter);
      expect(at(end)).not.toBe(letter);
      for (let day = 0; NOW.getTime() + day * DAY_MS < end; day += 30)
        expect(at(NOW.getTime() + day * DAY_MS)).toBe(letter);
    }),
    { numRuns: 300 },
  );
});
