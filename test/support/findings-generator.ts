import fc from 'fast-check';
import { idleDays } from './findings-answers.js';
import { type Model, runsOf, stateOf } from './findings-model.js';
import { namesOf, whereaboutsOf } from './findings-replay.js';
import { DAY, HOUR, pageOf, type Report, type Step, type SweepPart } from './findings-steps.js';

const RULES = ['a', 'b', 'c', 'd'];
const DAYS = [Date.parse('2026-01-01'), Date.parse('2026-01-02'), Date.parse('2026-01-03')];

/** Where a run can come from: main lines come often enough to be quiet beside each other, and to resolve. */
const PLACES: Partial<Report>[] = [
  {},
  { trigger: 'schedule' },
  { environment: 'production' },
  { environment: 'production', trigger: 'push', ref: 'main' },
  { environment: 'staging' },
  { trigger: 'pull_request', prNumber: 7 },
  { trigger: 'pull_request', prNumber: 7, repository: 'example/shop' },
  { trigger: 'pull_request', prNumber: 8, repository: 'example/shop', environment: 'preview-8' },
  { trigger: 'pull_request', ref: '7' },
  { trigger: 'pull_request', ref: ' ' },
  { trigger: 'push', ref: 'feature', line: 'proposal' },
  { trigger: 'pull_request', prNumber: 7, environment: 'staging', line: 'main' },
];

/** No sum of these is a number of days after which something ends: what happens there is told by the stories. */
const WAITS = [HOUR, HOUR, 25 * HOUR, 31 * DAY, 37 * DAY, 37 * DAY, 181 * DAY];

const sweepPart: fc.Arbitrary<SweepPart> = fc
  .record({
    key: fc.constantFrom('nightly', 'nightly', 'nightly', 'nightly', 'weekly'),
    of: fc.constantFrom(1, 2, 2, 2, 2, 2, 3),
    part: fc.nat(),
    pieces: fc.constantFrom(1, 1, 1, 1, 1, 2),
    piece: fc.nat(),
  })
  .map(({ key, of, part, pieces, piece }) => ({
    key,
    of,
    part: 1 + (part % of),
    ...(pieces === 1 ? {} : { pieces, piece: 1 + (piece % pieces) }),
  }));

/** The first two are one page. */
const PAGES = [
  'https://example.org/1',
  'https://preview.example.org/1/',
  'https://example.org/2',
  'https://example.org/3',
];
const COMMITS = ['c1', 'c2', 'c3'];

const page = fc.option(fc.constantFrom(...PAGES), { nil: undefined, freq: 8 });

/** How a finding is spelled: few selectors and fingerprints, so that they are often taken. */
const spelling = fc
  .record({ selector: fc.constantFrom('', 'x', 'x', 'y', 'z'), fingerprint: fc.constantFrom('', 'p', 'p', 'q', 'r') })
  .map(({ selector, fingerprint }) => ({ ...(selector && { selector }), ...(fingerprint && { fingerprint }) }));

const report = ({ places, isSharded, isSpelled }: Focus): fc.Arbitrary<Report> =>
  fc
    .record({
      tool: fc.constantFrom('axe', 'axe', 'axe', 'axe', 'pa11y'),
      at: fc.constantFrom(...DAYS),
      place: fc.constantFrom(...places),
      rules: fc.shuffledSubarray(RULES),
      again: fc.nat(3),
      words: fc.constantFrom('one', 'two'),
      on: fc.array(page, { minLength: 7, maxLength: 7 }),
      spelled: fc.array(spelling, { minLength: 7, maxLength: 7 }),
      extent: fc.constantFrom('complete', 'complete', 'complete', 'partial', 'areas', 'pages', 'pages'),
      scanned: fc.subarray(PAGES, { minLength: 1 }),
      sweep: isSharded ? fc.option(sweepPart, { freq: 5 }) : fc.constant(null),
      commit: fc.option(fc.constantFrom(...COMMITS), { nil: undefined, freq: 3 }),
      baseCommits: fc.option(fc.shuffledSubarray(COMMITS, { minLength: 1 }), { nil: undefined }),
    })
    .map(({ tool, at, place, rules, again, words, on, spelled, extent, scanned, sweep, commit, baseCommits }) => {
      // Where selectors tell findings apart, a rule has several.
      const named = [...rules, ...rules.slice(0, again)].map((rule) => (isSpelled && rule > 'b' ? 'a' : rule));
      const part = sweep && extent === 'complete' ? { sweep } : {};
      const pages = new Set(scanned.map(pageOf));
      const findings = named
        .map((rule, index) => ({
          rule,
          title: `${rule} in ${words} words ${index}`,
          page: on[index],
          ...(isSpelled && spelled[index]),
        }))
        .filter((finding) => extent !== 'pages' || finding.page === undefined || pages.has(pageOf(finding.page)));
      return {
        tool,
        at,
        ...place,
        ...part,
        ...(extent === 'pages' && { pages: scanned }),
        ...(commit && { commit }),
        ...(baseCommits && { baseCommits }),
        complete: extent !== 'partial',
        areas: extent === 'areas',
        findings,
      };
    });

/** A step that is not yet said of one thing: `pick` chooses among what there is at that moment. */
export type Draft =
  | { kind: 'report'; report: Report; dryRun: boolean }
  | { kind: 'wait'; ms: number }
  | { kind: 'bulk'; action: 'dismiss' | 'reopen' | 'confirm'; picks: number[]; pick: number }
  | { kind: (typeof PICKED)[number]; pick: number };

const PICKED = [
  ...(['undo', 'undo last', 'repeat', 'confirm', 'link', 'dismiss', 'dismiss until', 'reopen', 'edit'] as const),
  ...(['undo triage', 'undo last triage'] as const),
  ...(['accept pages', 'dismiss pages', 'reopen pages'] as const),
  ...(['close', 'open', 'delete issue', 'end line', 'close pull request', 'end idle lines'] as const),
] as const;

/** How often each comes. */
const WEIGHTS: Partial<Record<(typeof PICKED)[number], number>> = {
  undo: 4,
  'undo triage': 2,
  'undo last triage': 3,
  confirm: 3,
  reopen: 3,
  close: 3,
  'end line': 2,
  'dismiss pages': 2,
};

const draft = (focus: Focus): fc.Arbitrary<Draft> =>
  fc.oneof(
    { weight: 30, arbitrary: fc.record({ kind: kindOf('report'), report: report(focus), dryRun: fc.constant(false) }) },
    { weight: 2, arbitrary: fc.record({ kind: kindOf('report'), report: report(focus), dryRun: fc.constant(true) }) },
    { weight: 4, arbitrary: fc.record({ kind: kindOf('wait'), ms: fc.constantFrom(...WAITS) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: kindOf('bulk'),
        action: fc.constantFrom('dismiss', 'reopen', 'confirm'),
        picks: fc.subarray([0, 1, 2, 3, 4, 5]),
        pick: fc.nat(99),
      }),
    },
    ...PICKED.map((kind) => ({
      weight: WEIGHTS[kind] ?? 1,
      arbitrary: fc.record({ kind: kindOf(kind), pick: fc.nat(99) }),
    })),
  );

const kindOf = <Kind extends Draft['kind']>(kind: Kind): fc.Arbitrary<Kind> => fc.constant(kind);

/** Where the runs of one product come from: a few places, so that lines have more than a run or two. */
interface Focus {
  places: readonly Partial<Report>[];
  isSharded: boolean;
  /** Findings have selectors and fingerprints. */
  isSpelled: boolean;
}

const focus: fc.Arbitrary<Focus> = fc.record({
  places: fc.oneof(
    fc.subarray(PLACES, { minLength: 1, maxLength: 4 }),
    fc.constant([{}, { environment: 'production' }]),
    fc.constant([{}, { trigger: 'pull_request', prNumber: 7 }] as const),
  ),
  isSharded: fc.constantFrom(false, false, true),
  isSpelled: fc.constantFrom(false, true, true),
});

/** What happens to one product. */
export const sequence: fc.Arbitrary<Draft[]> = focus.chain((place) =>
  fc.array(draft(place), { minLength: 4, maxLength: 24, size: 'max' }),
);

/** The step that a draft means now; undefined where there is nothing that it could be done to. */
export function stepOf(model: Model, meant: Draft): Step | undefined {
  if (meant.kind === 'report' || meant.kind === 'wait') return meant;
  const pick = <T>(from: readonly T[]): T | undefined => from[meant.pick % from.length];
  const { issues, lines } = stateOf(model);
  const names = [...namesOf(model.records).values()];
  const name = pick(names);
  const issue = pick([...issues.keys()]);
  const run = meant.kind === 'undo last' ? runsOf(model).at(-1) : pick(runsOf(model));
  const triage = (action: 'confirm' | 'dismiss' | 'reopen', more: { issue?: number; untilIn?: number } = {}) =>
    name === undefined ? undefined : ({ kind: 'triage', action, findings: [name], ...more } as const);

  switch (meant.kind) {
    case 'undo':
    case 'undo last':
      return run && { kind: 'undo', number: run.number };
    case 'repeat':
      return run && { kind: 'repeat', number: run.number };
    case 'confirm':
    case 'reopen':
    case 'dismiss':
      return triage(meant.kind);
    case 'dismiss until':
      return triage('dismiss', { untilIn: 2 * DAY });
    case 'link':
      return issue === undefined ? undefined : triage('confirm', { issue });
    case 'undo triage':
    case 'undo last triage': {
      const last = model.decisions.length - 1;
      const decision = meant.kind === 'undo last triage' ? last : meant.pick % (last + 1);
      return last < 0 ? undefined : { kind: 'undo triage', decision };
    }
    case 'bulk': {
      // Several issues at once are numbered in an order of the service's own, so that they are all linked to one.
      if (meant.action === 'confirm' && issue === undefined) return undefined;
      const chosen = names.filter((_, index) => meant.picks.includes(index));
      const linked = meant.action === 'confirm' ? { issue } : {};
      return chosen.length < 2 ? undefined : { kind: 'triage', action: meant.action, findings: chosen, ...linked };
    }
    case 'accept pages':
    case 'dismiss pages':
    case 'reopen pages':
      return answerOf(model, name, meant.kind, meant.pick);
    case 'edit':
      return name === undefined ? undefined : { kind: 'edit', finding: name, title: `Better words ${meant.pick}` };
    case 'close':
    case 'open':
      if (issue === undefined) return undefined;
      return { kind: 'issue', number: issue, state: meant.kind === 'close' ? 'closed' : 'open' };
    case 'delete issue':
      return issue === undefined ? undefined : { kind: 'delete issue', number: issue };
    case 'end line': {
      const line = pick(lines.filter(({ ended }) => !ended));
      return line && { kind: 'end line', line: line.key };
    }
    case 'close pull request':
      return { kind: 'close pull request', repository: 'example/shop', number: meant.pick % 2 ? 7 : 8 };
    case 'end idle lines':
      return lines.some((line) => idleDays(line, model.now) > 30) ? { kind: 'end idle lines' } : undefined;
  }
}

/** An answer for some pages of a finding; undefined where it is on none. */
function answerOf(
  model: Model,
  name: string | undefined,
  kind: 'accept pages' | 'dismiss pages' | 'reopen pages',
  pick: number,
): Step | undefined {
  const state = stateOf(model);
  const names = namesOf(model.records);
  const finding = [...state.findings.values()].find(({ record }) => names.get(record.id) === name);
  if (!finding) return undefined;
  const pages = [...whereaboutsOf(state, finding.record).keys()].filter(
    (_, index) => pick % 5 === 0 || index === pick % 3,
  );
  const action = ({ 'accept pages': 'accept', 'dismiss pages': 'dismiss', 'reopen pages': 'reopen' } as const)[kind];
  const until = action === 'dismiss' && pick % 3 === 0 ? { untilIn: 2 * DAY } : {};
  return pages.length === 0 ? undefined : { kind: 'answer pages', finding: name!, pages, action, ...until };
}
