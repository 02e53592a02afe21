import { type State, type StateFinding, type StateIssue, factsOf } from '../../../../../test/support/grade-states.js';
import { expectedGrade } from '../../../../../test/support/grade-model.js';
import { grade } from './grade.js';

// WCAG 2.2, AA: 31 criteria of Level A, which are basic, and 24 of AA. Beyond them are those of AAA.
const [A, AA, AAA] = [0, 31, 55];
const good = { full: true, days: 30, says: true, covers: true };
const empty = { ...good, says: false };
const another = { ...good, covers: false };
const scan = { kind: 'scan', days: 1 } as const;
const state = (over: Partial<State> = {}): State => ({
  auditFrequency: null,
  scope: Array.from({ length: 55 }, (_, place) => place < 31),
  issues: [],
  pending: [],
  tests: [],
  audits: [good],
  ...over,
});
const issues = (...failing: StateIssue[]): Partial<State> => ({ issues: failing });
const failed = (place: number, rest: Omit<StateIssue, 'requirements'> = {}): StateIssue => ({
  requirements: [place],
  ...rest,
});
const pending = (count: number, finding: StateFinding): Partial<State> => ({
  pending: Array.from({ length: count }, () => finding),
});
/** One on each of the first criteria. */
const spread = (count: number, finding: Omit<StateFinding, 'requirements'>): StateFinding[] =>
  Array.from({ length: count }, (_, place) => ({ requirements: [place], ...finding }));

const A_YEAR_AFTER = '2027-10-22T12:00:00.001Z';
const NEXT_YEAR = '2027-11-20T12:00:00.001Z';

test.each<[string, Partial<State>, string | null, number | null, string[], string | null, string | null]>([
  ['a full audit that is substantiated, nothing open', {}, 'A', 100, [], 'A', A_YEAR_AFTER],
  ['an empty full audit', { audits: [empty] }, 'C', 100, ['audit_not_substantiated'], 'C', A_YEAR_AFTER],
  [
    'an empty re-audit, nothing else',
    { audits: [{ ...empty, full: false }] },
    'C',
    100,
    ['automated_only'],
    'C',
    A_YEAR_AFTER,
  ],
  [
    'an empty full audit, and a manual test with a target yesterday',
    { audits: [empty], tests: [{ kind: 'human', days: 1, says: true }] },
    'B',
    100,
    ['no_recent_full_audit'],
    'B',
    NEXT_YEAR,
  ],
  ['a standard without requirements, a good audit', { scope: [] }, 'B', 100, ['nothing_in_scope'], 'B', A_YEAR_AFTER],
  [
    'a full audit of another standard',
    { audits: [another] },
    'B',
    100,
    ['audit_of_another_standard'],
    'B',
    A_YEAR_AFTER,
  ],
  [
    'an empty full audit today beside a good one of 400 days ago',
    {
      audits: [
        { ...good, days: 400 },
        { ...empty, days: 0 },
      ],
    },
    'A',
    100,
    [],
    'A',
    '2027-11-21T12:00:00.001Z',
  ],
  [
    'only an empty manual test',
    { audits: [], tests: [{ kind: 'human', days: 1 }] },
    null,
    null,
    ['not_evaluated'],
    null,
    null,
  ],
  [
    'a scan, and an empty manual test',
    { audits: [], tests: [scan, { kind: 'human', days: 1 }] },
    'C',
    100,
    ['automated_only'],
    'C',
    NEXT_YEAR,
  ],
  [
    'a scan, and a manual test with a target',
    { audits: [], tests: [scan, { kind: 'human', days: 1, says: true }] },
    'B',
    100,
    ['no_recent_full_audit'],
    'B',
    NEXT_YEAR,
  ],
  [
    'one Level A criterion failed, no severity',
    issues(failed(A)),
    'C',
    99,
    ['basic_requirement_failed', 'requirements_lost'],
    'C',
    A_YEAR_AFTER,
  ],
  [
    'one Level AA criterion failed, low',
    issues(failed(AA, { severity: 'low' })),
    'B',
    99,
    ['requirements_lost'],
    'B',
    A_YEAR_AFTER,
  ],
  [
    'five Level A criteria failed, medium',
    issues(...[0, 1, 2, 3, 4].map((place) => failed(A + place, { severity: 'medium' }))),
    'C',
    95,
    ['basic_requirement_failed', 'requirements_lost'],
    'C',
    A_YEAR_AFTER,
  ],
  [
    'one AAA criterion failed, high and high',
    issues(failed(AAA, { severity: 'high', impact: 'high' })),
    'A',
    100,
    [],
    'A',
    A_YEAR_AFTER,
  ],
  [
    'one AA failed, high, impact medium',
    issues(failed(AA, { severity: 'high', impact: 'medium' })),
    'C',
    98,
    ['high_severity_issues', 'requirements_lost'],
    'C',
    A_YEAR_AFTER,
  ],
  [
    'one AA failed, high, impact high',
    issues(failed(AA, { severity: 'high', impact: 'high' })),
    'D',
    98,
    ['blocking_issues', 'high_severity_issues', 'requirements_lost'],
    'D',
    '2029-10-21T12:00:00.001Z',
  ],
  ['an issue linked to nothing', issues({ requirements: [] }), 'B', 100, ['unlinked_issues'], 'B', A_YEAR_AFTER],
  [
    '17 pending on AA, 14 days old',
    pending(17, { requirements: [AA], days: 14 }),
    'A',
    100,
    [],
    'B',
    '2026-11-22T00:00:00.000Z',
  ],
  [
    '17 pending on AA, 15 days old',
    pending(17, { requirements: [AA], days: 15 }),
    'B',
    100,
    ['untriaged_findings'],
    'B',
    A_YEAR_AFTER,
  ],
  [
    '1 pending on AA, high, 15 days',
    pending(1, { requirements: [AA], severity: 'high', days: 15 }),
    'C',
    100,
    ['untriaged_findings'],
    'C',
    A_YEAR_AFTER,
  ],
  [
    '1 pending beyond the level, high, 40 days',
    pending(1, { requirements: [AAA], severity: 'high', days: 40 }),
    'A',
    100,
    [],
    'A',
    A_YEAR_AFTER,
  ],
  [
    '1 pending outside the standard, or that needs review, 40 days',
    pending(1, { requirements: [], days: 40, outside: true }),
    'A',
    100,
    [],
    'A',
    A_YEAR_AFTER,
  ],
  [
    'a scan with 17 pending on Level A, high, 1 day, no people',
    { audits: [], tests: [scan], pending: spread(17, { severity: 'high', days: 1 }) },
    'C',
    100,
    ['automated_only'],
    'D',
    NEXT_YEAR,
  ],
  [
    'a good audit 37 months ago, a scan yesterday',
    { audits: [{ ...good, days: 1127 }], tests: [scan] },
    'C',
    100,
    ['automated_only'],
    'C',
    NEXT_YEAR,
  ],
])('%s', (_name, over, letter, score, reasons, potentialLetter, validUntil) => {
  const facts = factsOf(state(over));
  const found = grade(facts);
  expect({ ...found, reasons: found.reasons.map(({ code }) => code) }).toMatchObject({
    letter,
    score,
    formulaVersion: 2,
    reasons,
    potentialLetter,
    validUntil,
  });
  // The model by which tests judge what is stored says the same.
  const model = expectedGrade(facts);
  expect({ ...model, reasons: model.reasons.map(([code]) => code) }).toMatchObject({
    letter,
    score,
    reasons,
    potentialLetter,
    validUntil,
  });
});

test.each<[string, Partial<State>, string, { code: string; count: number }[]]>([
  ['Level A criteria', issues(failed(A), failed(1)), 'B', [{ code: 'clear_basic_requirements', count: 2 }]],
  [
    'issues that block people',
    issues(failed(AA, { severity: 'high', impact: 'high' })),
    'C',
    [{ code: 'close_blocking_issues', count: 1 }],
  ],
  [
    'findings of severity high alone, for B',
    {
      pending: [
        { requirements: [AA], severity: 'high', days: 20 },
        { requirements: [AA], days: 20 },
      ],
    },
    'B',
    [{ code: 'triage_findings', count: 1 }],
  ],
  [
    'all of them that are overdue, for A',
    {
      pending: [
        { requirements: [AA], days: 20 },
        { requirements: [AA], days: 30 },
        { requirements: [AA], days: 3 },
      ],
    },
    'A',
    [{ code: 'triage_findings', count: 2 }],
  ],
  ['an empty audit', { audits: [empty] }, 'B', [{ code: 'substantiate_audit', count: 1 }]],
  [
    'people, where an empty audit of another standard is too old to help',
    { audits: [{ ...empty, covers: false, days: 400 }], tests: [scan] },
    'B',
    [{ code: 'add_human_test', count: 1 }],
  ],
  ['an audit of the standard', { audits: [another] }, 'A', [{ code: 'complete_full_audit', count: 1 }]],
  ['a scope', { scope: [] }, 'A', [{ code: 'put_requirements_in_scope', count: 1 }]],
])('the next letter asks for %s', (_name, over, letter, todo) => {
  expect(grade(factsOf(state(over))).next).toEqual({ letter, todo });
});

test('reasons name findings by their ids, those that have waited longest first, and audits by their numbers', () => {
  const { reasons } = grade(
    factsOf(state({ pending: spread(12, { days: 20 }), audits: [{ ...empty, days: 31 }, empty] })),
  );
  expect(reasons.map(({ code, count, refs }) => [code, count, refs.length, refs[0]])).toEqual([
    ['audit_not_substantiated', 1, 1, { kind: 'audit', number: 2 }],
    ['untriaged_findings', 12, 10, { kind: 'finding', id: '0' }],
  ]);
});

test('among reasons of the same weight the order is that of the formula', () => {
  const failing = [
    failed(AA, { severity: 'high', impact: 'high', critical: true }),
    ...Array.from({ length: 8 }, (_, place) => failed(AA + place, { severity: 'high' })),
    failed(A),
    { requirements: [] },
  ];
  const old = { audits: [{ ...another, days: 400 }], pending: spread(1, { days: 20, severity: 'high' }) };
  const { reasons } = grade(factsOf(state({ ...issues(...failing), ...old })));
  expect(reasons.map(({ code, cap }) => `${code} ${cap}`)).toEqual([
    'requirements_lost D',
    'critical_issues D',
    'blocking_issues D',
    'evidence_old D',
    'basic_requirement_failed C',
    'high_severity_issues C',
    'untriaged_findings C',
    'automated_only C',
    'unlinked_issues B',
  ]);
});
