import { DAY_MS } from '#libs/dates';
import fc from 'fast-check';
import type { Letter } from '../../products/products/grade/codes.js';
import type { AuditFacts, GradeFacts } from './facts.js';
import { grade } from './grade.js';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);
const none = { count: 0, numbers: [] };
const some = (count: number) => ({ count, numbers: Array.from({ length: count }, (_, i) => i + 1) });
const lost = (count: number, severe = false) =>
  Array.from({ length: count }, (_, i) => ({ requirementId: `r${i}`, severe, basic: false }));
const NO_AUDITS: AuditFacts = { substantiated: null, covering: null, full: null, unsubstantiated: null };
/** A full audit of the standard in force, and since when another is substantiated. */
const audited = (covering: Date | null, substantiated = covering): Partial<GradeFacts> => ({
  audits: { ...NO_AUDITS, covering, substantiated, full: covering && { number: 1, completedAt: covering } },
});
const pending = (over: Partial<GradeFacts['pending']>): Partial<GradeFacts> => ({
  pending: { lost: [], unlinked: 0, high: 0, blocking: 0, ...over },
});

const facts = (over: Partial<GradeFacts> = {}): GradeFacts => ({
  now: NOW,
  auditFrequency: null,
  scope: 50,
  lost: [],
  linked: none,
  unlinked: none,
  basic: none,
  high: none,
  blocking: none,
  critical: none,
  ...(pending({}) as Pick<GradeFacts, 'pending'>),
  waiting: { firstDay: null, firstHighDay: null, overdue: 0, overdueHigh: 0, longest: [] },
  newestEvidence: daysAgo(1),
  newestHumanTest: daysAgo(1),
  ...(audited(daysAgo(1)) as Pick<GradeFacts, 'audits'>),
  ...over,
});
const scansOnly = { newestHumanTest: null, audits: NO_AUDITS };

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
  [
    'twenty whole points and a half',
    { lost: [...lost(20, true), { requirementId: 'x', severe: false, basic: false }] },
    'E',
    59,
  ],
  ['94.6 is not yet 95', { scope: 56, lost: lost(6) }, 'C', 94],
  ['nothing in scope', { scope: 0 }, 'B', 100],
  ['an issue linked to nothing', { unlinked: some(1) }, 'B', 100],
  ['an issue of high severity', { high: some(1) }, 'C', 100],
  ['an issue of critical priority', { critical: some(1) }, 'D', 100],
  ['a human test, no full audit', { audits: NO_AUDITS }, 'B', 100],
  ['a small audit, no full one', { newestHumanTest: null, ...audited(null, daysAgo(1)) }, 'B', 100],
  ['scans only', scansOnly, 'C', 100],
  ['new scans beside a full audit of two years ago', { ...scansOnly, ...audited(daysAgo(730)) }, 'A', 100],
  [
    'a full audit within its three months',
    { auditFrequency: 3, ...audited(new Date('2026-08-21T12:00:00.000Z')) },
    'A',
    100,
  ],
  [
    'a full audit a moment past its three months',
    { auditFrequency: 3, ...audited(new Date('2026-08-21T11:59:59.999Z')) },
    'B',
    100,
  ],
  ['frequency 0 allows 36 months', { auditFrequency: 0, ...audited(new Date('2023-11-21T12:00:00.000Z')) }, 'A', 100],
  [
    'evidence older than a year',
    { newestEvidence: daysAgo(366), newestHumanTest: null, ...audited(daysAgo(366)) },
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

test.each<[string, Partial<GradeFacts>, Letter | null, Letter | null]>([
  ['one of high severity', { ...pending({ lost: lost(1, true), unlinked: 0, high: 1 }) }, 'A', 'C'],
  ['one that names nothing', { ...pending({ lost: [], unlinked: 1, high: 0 }) }, 'A', 'B'],
  ['a loss of its own', { lost: lost(5), ...pending({ lost: lost(6), unlinked: 0, high: 0 }) }, 'B', 'C'],
  ['a loss that is there already', { lost: lost(5), ...pending({ lost: lost(5), unlinked: 0, high: 0 }) }, 'B', 'B'],
  ['a loss made heavier', { lost: lost(5), ...pending({ lost: lost(1, true), unlinked: 0, high: 0 }) }, 'B', 'C'],
  ['a loss not made lighter', { lost: lost(8, true), ...pending({ lost: lost(8), unlinked: 0, high: 0 }) }, 'D', 'D'],
  ['no evidence', { newestEvidence: null, ...pending({ lost: lost(1), unlinked: 0, high: 0 }) }, null, null],
])('what is pending shows in the potential letter only: %s', (_name, over, letter, potentialLetter) => {
  expect(grade(facts(over))).toMatchObject({ letter, potentialLetter });
});

test.each<[string, Partial<GradeFacts>, string | null]>([
  ['a full audit ends with its months', { auditFrequency: 3 }, '2027-02-20T12:00:00.001Z'],
  [
    'then with the year of the other tests',
    { auditFrequency: 3, ...audited(null, daysAgo(1)) },
    '2027-11-20T12:00:00.001Z',
  ],
  ['scans end with their year', scansOnly, '2027-11-20T12:00:00.001Z'],
  ['old ones with their third year', { ...scansOnly, newestEvidence: daysAgo(400) }, '2028-10-16T12:00:00.001Z'],
  ['what another cause caps ends with its third year', { critical: some(1) }, '2029-11-19T12:00:00.001Z'],
  ['without a letter nothing changes', { ...scansOnly, newestEvidence: null }, null],
  [
    'a year of five digits has no timestamp',
    { ...scansOnly, newestEvidence: new Date('9999-12-31T00:00:00.000Z') },
    null,
  ],
])('%s', (_name, over, validUntil) => {
  expect(grade(facts(over)).validUntil).toBe(validUntil);
});

test('a clock ahead of ours makes evidence new, not old', () => {
  const ahead = { newestEvidence: daysAgo(-9), newestHumanTest: daysAgo(-9), audits: NO_AUDITS };
  expect(grade(facts(ahead))).toMatchObject({ letter: 'B', validUntil: '2027-11-30T12:00:00.001Z' });
});

test.each<[Partial<GradeFacts>, string]>([
  [{ ...scansOnly, newestEvidence: null }, 'not_evaluated'],
  [{ ...scansOnly, newestEvidence: daysAgo(1096) }, 'evidence_expired'],
])('without a letter the one reason says why: %p', (over, code) => {
  expect(grade(facts({ ...over, critical: some(1) })).reasons).toEqual([{ code, cap: null, count: 0, refs: [] }]);
});

test('a later full audit never counts less long, at the end of a short month too', () => {
  const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2028-12-31'), noInvalidDate: true });
  const hours = fc.integer({ min: 0, max: 96 });
  fc.assert(
    fc.property(moment, hours, fc.constantFrom(3, 6), (newestFullAudit, later, auditFrequency) => {
      const recent = (at: Date) => ({ now: at, newestEvidence: at, newestHumanTest: at });
      const until = (audit: Date): number =>
        Date.parse(grade(facts({ ...recent(audit), auditFrequency, ...audited(audit) })).validUntil!);
      const after = new Date(newestFullAudit.getTime() + later * 60 * 60 * 1000);
      expect(until(after)).toBeGreaterThanOrEqual(until(newestFullAudit));
    }),
    { numRuns: 5_000, examples: [[new Date('2025-08-30T23:00:00.000Z'), 2, 6]] },
  );
});
