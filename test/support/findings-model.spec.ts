import fc from 'fast-check';
import { type Draft, sequence, stepOf } from './findings-generator.js';
import { emptyModel, type Model, runsOf, stateOf, take } from './findings-model.js';
import { showModel } from './findings-shown.js';
import type { ReportAnswer, Shown, Step } from './findings-steps.js';

/** Checks each step of random sequences of all that can happen. */
const always = (check: (before: Model, step: Step, after: ReturnType<typeof take>) => void): void =>
  fc.assert(
    fc.property(sequence, (drafts: readonly Draft[]) => {
      let model = emptyModel();
      for (const meant of drafts) {
        const step = stepOf(model, meant);
        if (!step) continue;
        const taken = take(model, step);
        check(model, step, taken);
        ({ model } = taken);
      }
    }),
    { numRuns: 150, seed: 1 },
  );

/** What was learnt of spellings stays when a run is undone. */
const withoutSpellings = ({ findings, ...shown }: Shown) => ({
  ...shown,
  findings: findings.map(({ selector: _, aliases: __, ...said }) => said),
});

const answered = (step: Step, { answer }: ReturnType<typeof take>): ReportAnswer | undefined =>
  step.kind === 'report' && typeof answer === 'object' ? answer : undefined;

test('each finding that a run reports counts once', () => {
  always((_, step, taken) => {
    const answer = answered(step, taken);
    if (!answer || step.kind !== 'report') return;
    const { resolved, ...reported } = answer.delta;
    const run = runsOf(taken.model).at(-1)!;
    if (step.dryRun) return;
    const keys = new Set(run.report.findings.map(({ key }) => key));
    expect(Object.values(reported).reduce((sum, count) => sum + count, 0)).toBe(keys.size);
    expect(answer.introduced.count).toBe(reported.new + reported.regressed + (reported.spread ?? 0));
    expect(answer.introduced.indexes).toHaveLength(answer.introduced.count);
    expect(answer.fixes === null || resolved === 0).toBe(true);
  });
});

test('a run that is undone at once leaves no trace', () => {
  always((before, step, taken) => {
    if (!answered(step, taken) || taken.model === before) return;
    // What no run reports shows what it showed last, so that a run leaves its words there.
    if ([...stateOf(before).findings.values()].some(({ sightings }) => sightings.length === 0)) return;
    const undone = take(taken.model, { kind: 'undo', number: taken.model.lastRun }).model;
    expect(withoutSpellings(showModel(undone))).toEqual(withoutSpellings(showModel(before)));
  });
});

test('what runs of proposals say changes nothing of landed findings', () => {
  always((before, step, taken) => {
    if (step.kind !== 'report' || !answered(step, taken)?.delta) return;
    const isProposal = stateOf(taken.model).lines.some(
      ({ kind, runs }) => kind === 'proposal' && runs.at(-1)!.number === taken.model.lastRun,
    );
    if (!isProposal || taken.model === before) return;
    // Where a finding is, and so what can be answered, is told of proposals too.
    const landed = (model: Model) =>
      showModel(model)
        .findings.filter(({ proposed }) => !proposed)
        .map(({ where: _, actions: __, ...said }) => said);
    expect(landed(taken.model)).toEqual(landed(before));
  });
});

test('without any run, only what people have triaged or edited is left', () => {
  always((before) => {
    let model = before;
    for (const { number } of runsOf(before)) ({ model } = take(model, { kind: 'undo', number }));
    for (const { triaged, editedTitle } of stateOf(model).findings.values())
      expect(triaged || editedTitle !== null).toBe(true);
    expect(showModel(model).lines).toEqual([]);
  });
});
