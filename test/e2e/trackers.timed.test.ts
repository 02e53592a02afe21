import { eventually } from '../support/eventually.js';
import { nowMs } from '../support/moments.js';
import { useService } from '../support/service.js';
import { StandInGitHub } from '../support/trackers/github.js';
import { trackerSteps } from '../support/trackers/steps.js';

const service = useService({ WORKER: 'inline', WEBHOOKS_ALLOW_PRIVATE: 'true' });
const { connected, report, read, send, sent } = trackerSteps(service);

test.each([
  ['hang', 'unreachable'],
  ['trickle', 'unreachable'],
  ['page', 'unexpected_answer'],
] as const)(
  'a tracker that answers with %s is given up as %s, and delays no other',
  async (answer, problem) => {
    const dead = await connected(new StandInGitHub());
    const living = await connected(new StandInGitHub());
    const numbers: number[] = [];
    for (let i = 0; i < 5; i += 1) numbers.push((await report(dead.w)).number);
    for (let i = 0; i < 20; i += 1) dead.tracker.mishaps.push({ answer });
    for (const number of numbers) await send(dead.w, number, dead.id).expect(202);
    const begun = nowMs();
    await sent(living.w, living.id);
    expect(nowMs() - begun).toBeLessThan(5_000);
    await eventually(
      () => read(dead.w, numbers[0]!),
      (issue) => issue.tracker.problem === problem,
    );
  },
  60_000,
);
