import { eventually } from '../support/eventually.js';
import { nowMs } from '../support/moments.js';
import { TestReceiver } from '../support/receiver.js';
import { useService } from '../support/service.js';
import { StandInGitHub } from '../support/trackers/github.js';
import { SECRET, trackerSteps } from '../support/trackers/steps.js';

const service = useService({ WORKER: 'inline', WEBHOOKS_ALLOW_PRIVATE: 'true' });
const { connected, report, send, sent, hurry } = trackerSteps(service);

const used = async (resource: string): Promise<number> => {
  const { text } = await service.as().get('/metrics');
  return Number(new RegExp(`^curbcut_places_used\\{resource="${resource}"\\} (\\d+)$`, 'm').exec(text)![1]);
};

/** An account with several connections that each have something to ask, of a tracker that answers nothing any more. */
async function withDeadTracker(connections = 6) {
  const { w, tracker, id } = await connected(new StandInGitHub());
  const { kind, url, projectKey: project, credentials } = tracker;
  const all = [{ id, product: w.product }];
  while (all.length < connections) {
    const product = await w.newProduct(`Product ${all.length}`);
    const body = { kind, name: 'Shop', url, project, credentials, webhookSecret: SECRET };
    const made = await service.as(w.admin.token).post(`${product.url}/tracker-connections`).send(body).expect(201);
    all.push({ id: made.body.trackerConnection.id as string, product });
  }
  const issues = await Promise.all(all.map(({ product }) => report({ ...w, product })));
  for (let asked = 0; asked < 1_000; asked += 1) tracker.mishaps.push({ answer: 'hang' });
  const begin = () =>
    Promise.all(all.map((at, turn) => send({ ...w, product: at.product }, issues[turn].number, at.id).expect(202)));
  return { w, begin };
}

test('the dead trackers of accounts with many jobs delay neither the tracker of another nor its webhooks', async () => {
  const receiver = await TestReceiver.start();
  try {
    const living = await connected(new StandInGitHub());
    await sent(living.w, living.id);
    const url = receiver.url('/told');
    const webhook = { url, types: ['issue.created'] };
    const { organization, owner } = living.w;
    await service.as(owner.token).post(`${organization.url}/webhooks`).send(webhook).expect(201);
    const dead = [await withDeadTracker(), await withDeadTracker(), await withDeadTracker()];
    await Promise.all(dead.map(({ begin }) => begin()));
    // Four of an account, and the last place is for who has none.
    await eventually(
      () => used('trackers'),
      (places) => places === 11,
    );
    const begun = nowMs();
    await sent(living.w, living.id);
    await eventually(() => receiver.at('/told').length > 0);
    expect(nowMs() - begun).toBeLessThan(10_000);
    expect([await used('webhooks'), await used('slow_webhooks')]).toEqual([0, 0]);
    // Once they did not answer in time, they have few places of their own.
    await eventually(
      () => used('trackers'),
      (places) => places === 0,
    );
    for (const { w } of dead) await hurry(w);
    await eventually(
      () => used('slow_trackers'),
      (places) => places >= 3,
    );
    expect(await used('trackers')).toBe(0);
    await sent(living.w, living.id);
  } finally {
    await receiver.stop();
  }
}, 120_000);
