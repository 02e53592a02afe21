import { DAY_MS } from '#libs/dates';
import fc from 'fast-check';
import { expectedGrade } from '../../../../../test/support/grade-model.js';
import { factsOf, NOW, type State } from '../../../../../test/support/grade-states.js';
import { type Letter, LETTERS, type TodoCode } from '../../products/products/grade/codes.js';
import type { GradeFacts } from './facts.js';
import { grade } from './grade.js';

const SCOPE = 12;
// In days: whole numbers hit the age limits exactly, others fall between them, and negative ones (the future) come from
// a wrong clock.
const days = fc.oneof(
  fc.integer({ min: -2, max: 1300 }),
  fc.constantFrom(365, 1095).chain((limit) => fc.constantFrom(limit - 1 / DAY_MS, limit, limit + 1 / DAY_MS)),
  fc.integer({ min: 0, max: 1300 * DAY_MS }).map((age) => age / DAY_MS),
);
const waited = fc.oneof(
  fc.integer({ min: -3, max: 40 }),
  fc.integer({ min: 0, max: 40 * DAY_MS }).map((age) => age / DAY_MS),
);
const rating = fc.constantFrom('low', 'medium', 'high', null);
const barrier = {
  // Requirements from SCOPE on are outside of the scope.
  requirements: fc.uniqueArray(fc.integer({ min: 0, max: SCOPE + 3 }), { maxLength: 3 }),
  severity: rating,
  impact: rating,
};
const issue = fc.record({ ...barrier, critical: fc.boolean() });
const finding = fc.record({ ...barrier, days: waited, outside: fc.boolean() });
const made = fc.record({ kind: fc.constantFrom('scan', 'human'), days, says: fc.boolean() });
const audit = fc.record({ full: fc.boolean(), days, says: fc.boolean(), covers: fc.boolean() });
const state: fc.Arbitrary<State> = fc.record({
  auditFrequency: fc.constantFrom(null, 0, 3, 6, 12),
  scope: fc.oneof(fc.constant([]), fc.array(fc.boolean(), { minLength: SCOPE, maxLength: SCOPE })),
  issues: fc.oneof(fc.constant([]), fc.array(issue, { maxLength: 12 })),
  pending: fc.array(finding, { maxLength: 5 }),
  tests: fc.array(made, { maxLength: 3 }),
  audits: fc.array(audit, { maxLength: 4 }),
});

/** Higher is better; no letter is the worst. */
const worth = (letter: Letter | null): number => (letter === null ? -1 : LETTERS.length - LETTERS.indexOf(letter));
const letterOf = (given: State): Letter | null => grade(factsOf(given)).letter;
const RUNS = { numRuns: 2_000 };
const without = <T>(records: readonly T[], pick: number): T[] =>
  records.filter((_, index) => index !== pick % records.length);

test('any state has the letter, the score, the reasons and the moment that the written formula gives it', () => {
  fc.assert(
    fc.property(state, (given) => {
      const facts = factsOf(given);
      const { next: _, computedAt: __, ...found } = grade(facts);
      const reasons = found.reasons.map(({ code, cap, count, refs }) => [
        code,
        cap,
        count,
        refs.map((ref) => (ref.kind === 'finding' ? ref.id : ref.number)),
      ]);
      expect({ ...found, reasons }).toEqual(expectedGrade(facts));
    }),
    { numRuns: 5_000 },
  );
});

test('closing an issue never lowers the letter', () => {
  fc.assert(
    fc.property(state, fc.nat(), (given, pick) => {
      fc.pre(given.issues.length > 0);
      const issues = without(given.issues, pick);
      expect(worth(letterOf({ ...given, issues }))).toBeGreaterThanOrEqual(worth(letterOf(given)));
    }),
    RUNS,
  );
});

test('dismissing a finding never lowers the letter, nor the potential one', () => {
  fc.assert(
    fc.property(state, fc.nat(), (given, pick) => {
      fc.pre(given.pending.length > 0);
      const [before, after] = [given, { ...given, pending: without(given.pending, pick) }].map((each) =>
        grade(factsOf(each)),
      );
      expect(worth(after!.letter)).toBeGreaterThanOrEqual(worth(before!.letter));
      expect(worth(after!.potentialLetter)).toBeGreaterThanOrEqual(worth(before!.potentialLetter));
    }),
    RUNS,
  );
});

test('evidence that found nothing never lowers the letter, be it empty', () => {
  fc.assert(
    fc.property(
      state,
      fc.oneof(
        made.map((test) => ({ tests: [test] })),
        audit.map((one) => ({ audits: [one] })),
      ),
      (given, more) => {
        const { tests = [], audits = [] } = more as Partial<Pick<State, 'tests' | 'audits'>>;
        const richer = { ...given, tests: [...given.tests, ...tests], audits: [...given.audits, ...audits] };
        expect(worth(letterOf(richer))).toBeGreaterThanOrEqual(worth(letterOf(given)));
      },
    ),
    RUNS,
  );
});

test('the letter is never better than a cap it names, the score lies in 0 to 100, the next letter is better, the potential one is not', () => {
  fc.assert(
    fc.property(state, (given) => {
      const result = grade(factsOf(given));
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
      const known = factsOf(given);
      const { letter, validUntil } = grade(known);
      const at = (moment: number): Letter | null => grade({ ...known, now: new Date(moment) }).letter;
      if (validUntil === null) {
        if (letter !== null) expect(at(NOW.getTime() + 5_000 * DAY_MS)).toBe(letter);
        return;
      }
      const end = Date.parse(validUntil);
      expect(at(end - 1)).toBe(letter);
      expect(at(end)).not.toBe(letter);
      for (let day = 0; NOW.getTime() + day * DAY_MS < end; day += day < 60 ? 1 : 30)
        expect(at(NOW.getTime() + day * DAY_MS)).toBe(letter);
    }),
    { numRuns: 300 },
  );
});

test('doing everything that `next` lists earns the next letter', () => {
  const none = { count: 0, numbers: [] };
  const substantiate = ({ audits }: GradeFacts): Partial<GradeFacts> => {
    const { completedAt, covers } = audits.unsubstantiated!;
    return { audits: { ...audits, substantiated: completedAt, covering: covers ? completedAt : audits.covering } };
  };
  const done: Record<TodoCode, (given: GradeFacts, count: number) => Partial<GradeFacts>> = {
    add_evidence: ({ now }) => ({ newestEvidence: now }),
    add_recent_evidence: ({ now }) => ({ newestEvidence: now }),
    add_human_test: ({ now }) => ({ newestEvidence: now, newestHumanTest: now }),
    substantiate_audit: substantiate,
    complete_full_audit: ({ now, audits }) => ({ newestEvidence: now, audits: { ...audits, covering: now } }),
    put_requirements_in_scope: () => ({ scope: SCOPE }),
    clear_requirements: (given, count) => ({
      lost: [...given.lost].sort((a, b) => Number(b.severe) - Number(a.severe)).slice(count),
    }),
    clear_basic_requirements: ({ lost }) => ({ lost: lost.filter(({ basic }) => !basic) }),
    close_critical_issues: () => ({ critical: none }),
    close_blocking_issues: () => ({ blocking: none }),
    close_high_severity_issues: () => ({ high: none }),
    close_unlinked_issues: () => ({ unlinked: none }),
    triage_findings: ({ waiting }, count) => ({
      waiting: { ...waiting, firstHighDay: null, firstDay: count === waiting.overdue ? null : waiting.firstDay },
    }),
  };
  fc.assert(
    fc.property(state, (given) => {
      const known = factsOf(given);
      const { next } = grade(known);
      if (!next) return;
      const better = next.todo.reduce((facts, { code, count }) => ({ ...facts, ...done[code](facts, count) }), known);
      expect(worth(grade(better).letter)).toBeGreaterThanOrEqual(worth(next.letter));
      // Requirements are not cleared in vain, but where those of Level A must be anyway.
      const clear = next.todo.find(({ code }) => code === 'clear_requirements');
      if (!clear || next.todo.some(({ code }) => code === 'clear_basic_requirements')) return;
      const less = { ...better, ...done.clear_requirements(known, clear.count - 1) };
      expect(worth(grade(less).letter)).toBeLessThan(worth(next.letter));
    }),
    RUNS,
  );
});
