import { useService } from '../support/service.js';
import { StandInAzure } from '../support/trackers/azure.js';
import { StandInGitHub } from '../support/trackers/github.js';
import { StandInGitLab } from '../support/trackers/gitlab.js';
import { StandInJira } from '../support/trackers/jira.js';
import { StandInOwnTracker } from '../support/trackers/own.js';
import type { StandInTracker } from '../support/trackers/stand-in.js';
import { trackerSteps } from '../support/trackers/steps.js';
import { world, type World } from '../support/world.js';

const service = useService({ WEBHOOKS_ALLOW_PRIVATE: 'true' });
const { connected } = trackerSteps(service);

const propose = (w: World, id: string, token = w.admin.token) =>
  service.as(token).post(`${w.product.url}/tracker-connections/${id}/people/propose`);
const addressOf = async (id: string): Promise<string> => {
  const [row] = await service.database.query<{ email: string }[]>('SELECT email FROM users WHERE id = $1', [id]);
  return row!.email;
};
const verify = (id: string, is = true) =>
  service.database.query('UPDATE users SET email_verified = $2 WHERE id = $1', [id, is]);

describe.each([
  ['GitHub', () => new StandInGitHub(), 'ada.there'],
  ['GitLab', () => new StandInGitLab(), 'ada.there'],
  ['Jira', () => new StandInJira(), 'ada.there'],
  ['Jira Data Center', () => new StandInJira(false), 'ada.there'],
  // People are named there by the address with which they sign in.
  ['Azure Boards', () => new StandInAzure(), undefined],
])('%s', (_name, make: () => StandInTracker, account) => {
  test('members are proposed by the verified addresses that the tracker shows, and it is told none of them', async () => {
    const { w, tracker, id } = await connected(make(), { people: [] });
    const [address, other] = [await addressOf(w.member.id), await addressOf(w.owner.id)];
    tracker.addresses.set('nobody', null).set('a.stranger', 'stranger@example.org');
    tracker.addresses.set('ada.there', address.toUpperCase()).set('owner.there', other);
    await verify(w.member.id);
    await verify(w.owner.id, false);
    const { body } = await propose(w, id).expect(200);
    const named = account ?? address.toUpperCase();
    expect(body).toEqual({ problem: null, more: false, people: [{ userId: w.member.id, account: named }] });
    expect(JSON.stringify(body)).not.toContain('stranger@example.org');
    expect(JSON.stringify(tracker.asked)).not.toContain(address);
    const own = `${w.product.url}/tracker-connections/${id}`;
    await service.as(w.admin.token).patch(own).send({ people: body.people }).expect(200);
    expect((await propose(w, id).expect(200)).body.people).toEqual([]);
  });
});

test('nobody is proposed who is no member, and a tracker of one’s own knows nobody', async () => {
  const { w, tracker, id } = await connected(new StandInGitLab(), { people: [] });
  const other = await world(service);
  await verify(other.member.id);
  tracker.addresses.set('ada.there', await addressOf(other.member.id));
  expect((await propose(w, id).expect(200)).body.people).toEqual([]);
  const own = await connected(new StandInOwnTracker(), { people: [], webhookSecret: null });
  expect((await propose(own.w, own.id).expect(200)).body).toEqual({ problem: null, people: [], more: false });
});

test('Admin and owner ask, of connections of their own; what a tracker refuses is said in words of ours', async () => {
  const { w, tracker, id } = await connected(new StandInGitHub());
  await propose(w, id, w.member.token).expect(403);
  for (const key of [w.keys.read, w.keys.write]) await propose(w, id, key).expect(403);
  const other = await world(service);
  await propose(other, id).expect(404);
  await propose(w, id, other.owner.token).expect(403);
  tracker.mishaps.push({ answer: { status: 401 } });
  expect((await propose(w, id).expect(200)).body).toEqual({ problem: 'unauthorized', people: [], more: false });
});
