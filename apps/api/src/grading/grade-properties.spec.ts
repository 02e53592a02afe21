import { DAY_MS } from '#libs/dates';
import fc from 'fast-check';
import { grade, type GradeFacts, type Letter, LETTERS, type TodoCode } from './grade.js';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const daysAgo = (days: number): Date => new Date(NOW.getTime() - Math.round(days * DAY_MS));
const none = { count: 0, numbers: [] };

// A model of single issues, from which the facts are gathered as the database gathers them.
interface ModelIssue {
  requirements: number[];
  severe: boolean;
  critical: boolean;
}

const SCOPE = 12;
// In days: whole numbers hit the age limits exactly, others fall between them, and negative ones (the future) come from
// a wrong clock.
const days = fc.oneof(
  fc.integer({ min: -2, max: 1300 }),
  fc.constantFrom(365, 1095).chain((limit) => fc.constantFrom(limit - 1 / DAY_MS, limit, limit + 1 / DAY_MS)),
  fc.integer({ min: 0, max: 1300 * DAY_MS }).map((age) => age / DAY_MS),
);
const age = fc.option(days, { nil: null });
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
    fc.property(state, fc.constantFrom('scan', 'human', 'small', 'full'), days, (given, kind, added) => {
      const more = { ...given, [kind]: Math.min(given[kind as 'scan'] ?? Infinity, added) };
      expect(worth(letterOf(more))).toBeGreaterThanOrEqual(worth(letterOf(given)));
    }),
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

test('doing everything that `next` lists earns the next letter', () => {
  const done: Record<TodoCode, (given: GradeFacts, count: number) => Partial<GradeFacts>> = {
    add_evidence: ({ now }) => ({ newestEvidence: now }),
    add_recent_evidence: ({ now }) => ({ newestEvidence: now }),
    add_human_test: ({ now }) => ({ newestEvidence: now, newestHumanTest: now }),
    complete_full_audit: ({ now }) => ({ newestEvidence: now, newestAudit: now, newestFullAudit: now }),
    clear_requirements: (given, count) => ({
      lost: [...given.lost].sort((a, b) => Number(b.severe) - Number(a.severe)).slice(count),
    }),
    close_critical_issues: () => ({ critical: none }),
    close_high_severity_issues: () => ({ high: none }),
    close_unlinked_issues: () => ({ unlinked: none }),
  };
  fc.assert(
    fc.property(state, (given) => {
      const known = gather(given);
      const { next } = grade(known);
      if (!next) return;
      const after = next.todo.reduce((so, { code, count }) => ({ ...so, ...done[code](so, count) }), known);
      expect(worth(grade(after).letter)).toBeGreaterThanOrEqual(worth(next.letter));
      const clear = next.todo.find(({ code }) => code === 'clear_requirements');
      if (!clear) return;
      const less = { ...after, ...done.clear_requirements(known, clear.count - 1) };
      expect(worth(grade(less).letter)).toBeLessThan(worth(next.letter));
    }),
    RUNS,
  );
});
