import fc from 'fast-check';
import { ORGANIZATION_IDS } from '../../apps/api/src/service/retention/retention.sql.js';
import { thinRuns } from '../../apps/api/src/service/retention/thin-runs.js';
import { SCANNED_PRODUCTS } from '../../apps/api/src/service/retention/thin-runs.sql.js';
import { UnitOfWork } from '../../apps/api/src/platform/work/unit-of-work.service.js';
import { query } from '../../libs/database/src/index.js';
import { type Draft, sequence, stepOf } from '../support/findings-generator.js';
import { emptyModel, take } from '../support/findings-model.js';
import { glanceAt, showModel } from '../support/findings-shown.js';
import { type Answer, DAY, HOUR, type Shown, type Step } from '../support/findings-steps.js';
import { type FindingsWorld, listenToGitHub, openFindingsWorld } from '../support/findings-world.js';
import { daysAgo } from '../support/moments.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService({ LOG_LEVEL: 'silent' });

const RUNS = Number(process.env['THINNING_RUNS'] ?? 4);
const SEED = Number(process.env['THINNING_SEED'] ?? 1);

/**
 * Histories in which scanners often repeat themselves, with times at which what is older than thirty days is thinned.
 */
const histories: fc.Arbitrary<Draft[]> = fc
  .tuple(sequence, sequence, fc.array(fc.nat(99), { minLength: 4, maxLength: 4 }))
  .chain(([before, after, picks]) =>
    fc
      .array(fc.constantFrom(1, 2, 3, 4, 6), { minLength: before.length, maxLength: before.length })
      .map((times) => [
        ...before.flatMap((draft, index) => repeated(draft, times[index]!)),
        { kind: 'wait' as const, ms: 31 * DAY },
        { kind: 'undo' as const, pick: 0 },
        ...after.flatMap((draft, index) => repeated(draft, times[index % times.length]!)),
        ...picks.map((pick) => ({ kind: 'undo' as const, pick })),
        { kind: 'wait' as const, ms: 31 * DAY },
      ]),
  );

/** A thinned run is the base of nothing any more: what is compared with a commit is told elsewhere. */
function repeated(draft: Draft, times: number): Draft[] {
  if (draft.kind !== 'report') return [draft];
  const { baseCommits: _, ...report } = draft.report;
  const copies = draft.dryRun ? 1 : times;
  return Array.from({ length: copies }, (__, n) => ({ ...draft, report: { ...report, at: report.at + n * HOUR } }));
}

/** Thins all products. */
async function thin(): Promise<void> {
  const { database, app } = service;
  const before = daysAgo(30);
  for (const { id: organizationId } of await query(database, ORGANIZATION_IDS, []))
    for (const { id } of await query(database, SCANNED_PRODUCTS, [organizationId]))
      await thinRuns(database, app.get(UnitOfWork), { organizationId, id }, before);
}

/** What the newest product has lost by thinning. */
async function lost(): Promise<{ numbers: Set<number>; seenUntil: number }> {
  const [row] = await service.database.query<{ numbers: number[]; until: number }[]>(
    `SELECT coalesce(max(t.seen_until), 0) AS until, coalesce(array_agg(n) FILTER (WHERE n IS NOT NULL), '{}') AS numbers
     FROM thinned_runs t LEFT JOIN LATERAL (SELECT generate_series(lower(r), upper(r) - 1) AS n FROM unnest(t.numbers) AS r) n ON true
     WHERE t.product_id = (SELECT id FROM products ORDER BY created_at DESC, id DESC LIMIT 1)`,
  );
  return { numbers: new Set(row!.numbers), seenUntil: row!.until };
}

let thinned = 0;
let refused = 0;
let undone = 0;

test('whatever happens to the findings of a product, thinning changes no answer but those of the runs that it has ended', async () => {
  const w = await world(service);
  await listenToGitHub(service, w);
  const run = async (drafts: readonly Draft[]): Promise<void> => {
    const taken: Step[] = [];
    await follow(await openFindingsWorld(service, w), drafts, taken).catch((error: Error) => {
      throw new Error(`After ${taken.map((step) => JSON.stringify(step)).join('\n')}\n${error.message}`);
    });
  };
  await fc.assert(fc.asyncProperty(histories, run), {
    numRuns: RUNS,
    seed: SEED,
    endOnFailure: process.env['MODEL_NO_SHRINK'] !== undefined,
  });
  // It is tried for something only where runs were thinned, and others undone after it.
  expect([thinned > 0, refused > 0, undone > 0]).toEqual([true, true, true]);
}, 3_600_000);

async function follow(findings: FindingsWorld, drafts: readonly Draft[], taken: Step[]): Promise<void> {
  let model = emptyModel();
  let gone = { numbers: new Set<number>(), seenUntil: 0 };
  for (const meant of drafts) {
    const step = stepOf(model, meant);
    // The key of a thinned run is forgotten with it: it would be a report of its own.
    if (!step || (step.kind === 'repeat' && gone.numbers.has(step.number))) continue;
    taken.push(step);
    const refusal = step.kind === 'undo' ? refusalOf(step.number, gone) : null;
    const answer = await findings.take(step, model);
    if (refusal !== null) {
      expect(answer).toBe(refusal);
      refused += 1;
      continue;
    }
    if (step.kind === 'undo' && gone.seenUntil > 0) undone += 1;
    const expected = take(model, step);
    expect(comparable(answer)).toEqual(comparable(expected.answer));
    ({ model } = expected);
    if (step.kind === 'wait') {
      await thin();
      gone = await lost();
    }
    if (step.kind === 'undo' || step.kind === 'wait')
      expect(await findings.showAll()).toEqual(without(showModel(model), gone.numbers));
    else expect(await findings.show()).toEqual(glanceAt(showModel(model)));
  }
  thinned += gone.numbers.size;
  expect(await findings.showAll()).toEqual(without(showModel(model), gone.numbers));
}

const without = (shown: Shown, numbers: ReadonlySet<number>): Shown => ({
  ...shown,
  runs: shown.runs.filter(({ number }) => !numbers.has(number)),
});

function refusalOf(
  number: number,
  { numbers, seenUntil }: { numbers: ReadonlySet<number>; seenUntil: number },
): string | null {
  if (numbers.has(number)) return 'run_thinned';
  return number <= seenUntil ? 'run_too_old' : null;
}

/** A refusal of many findings names the first of them, in an order of the service's own. */
const comparable = (answer: Answer): Answer =>
  typeof answer === 'string' ? answer.replace(/^finding_.*/, 'refused') : answer;
