import { auditHoldsUntil } from '../validity.js';
import { problemsOf } from './problems.js';

const NOW = new Date('2027-06-15T12:00:00.000Z');
const REPORT = {
  author: null,
  contact: null,
  validUntil: null,
  untriagedReason: null,
  outcomesReason: null,
};

/** What is said of a report that rests on an audit completed then, of the audit's age. */
async function ageProblems(completedAt: Date): Promise<string[]> {
  const named = { standardId: null, conformanceLevelId: null, standardRemoved: false } as const;
  const audit = { type: 'full', status: 'completed', completedAt, ...named } as const;
  const product = { type: 'website', features: [], drawnIn: [] } as const;
  const rest = {
    product,
    standards: [],
    verdicts: [],
    evidence: new Map(),
    issues: new Map(),
    outcomes: new Map(),
    untriaged: new Set<string>(),
  };
  const problems = await problemsOf({ report: REPORT, audits: [audit], now: NOW, ...rest });
  const codes = problems.map(({ code }) => code);
  return codes.filter((code) => ['audit_too_old', 'audit_not_completed'].includes(code));
}

test.each([
  ['2024-06-15T12:00:00.001Z', []],
  ['2024-06-15T12:00:00.000Z', ['audit_too_old']],
  ['2020-01-01T00:00:00.000Z', ['audit_too_old']],
  ['2027-06-15T12:00:00.000Z', []],
  ['2027-06-15T12:00:00.001Z', ['audit_not_completed']],
])(
  '36 months before, and not in the future, is a report held by an audit completed at %s: %s',
  async (completedAt, problems) => {
    expect(await ageProblems(new Date(completedAt))).toEqual(problems);
  },
);

test('a report ends in the moment in which its audit is too old', () => {
  expect(auditHoldsUntil(new Date('2024-06-15T12:00:00.000Z'))).toEqual(NOW);
});
