import { LineAges } from '../../apps/api/src/findings/scan-runs/line-ages.service.js';
import { linesAt } from '../support/lines.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService({ PROPOSAL_DAYS: '30', LINE_DAYS: '180' });
const { onMain, onPull, report, lines, shown } = linesAt(service);

/**
 * As if so many days, and a second, had passed since the last run of the line of this name arrived: the column keeps
 * milliseconds, and may be half a one ahead.
 */
const silent = (w: World, name: string | null, days: number, on = service) =>
  on.database.query(
    `UPDATE lines SET arrived_at = now() - make_interval(days => $3, secs => 1) WHERE organization_id = $1 AND name IS NOT DISTINCT FROM $2`,
    [w.organization.id, name, days],
  );
const names = async (w: World) => (await lines(w)).map(({ name }) => name);
const endAged = () => service.app.get(LineAges).endAged();

test('a proposal ends 30 days after the arrival of its last run, and what only it has proposed goes', async () => {
  const [w, other] = [await world(service), await world(service)];
  for (const each of [w, other]) {
    await onPull(each, 7, ['a'], { completedAt: '2025-01-01T00:00:00Z' });
    await onPull(each, 8, ['b']);
    await silent(each, '7', 29);
  }
  await endAged();
  expect(await names(w)).toEqual(['7', '8']);
  await silent(w, '7', 30);
  await endAged();
  expect([await names(w), await shown(w)]).toEqual([['8'], { b: 'proposed pending' }]);
  expect(await names(other)).toEqual(['7', '8']);
  const { changes } = (await service.as(w.member.token).get(`${w.product.url}/changes?type=line.ended`)).body;
  expect(changes).toMatchObject([{ actor: { kind: 'system', id: null }, subject: { kind: 'line', title: '7' } }]);
});

test('a main line ends after 180 days while another one of its tool goes on, and what only it had is resolved', async () => {
  const w = await world(service);
  await onMain(w, ['a', 'b'], 'production');
  await onMain(w, ['b'], 'staging');
  await silent(w, 'staging', 179);
  await silent(w, 'production', 179);
  await endAged();
  expect(await names(w)).toEqual(['production', 'staging']);
  await silent(w, 'production', 180);
  await endAged();
  expect([await names(w), await shown(w)]).toEqual([['staging'], { a: 'resolved', b: 'pending' }]);
});

test('the last main line of a tool does not end by age: nothing is resolved that no run has looked at', async () => {
  const w = await world(service);
  await onMain(w, ['a'], 'production');
  await onMain(w, ['a'], 'production', { tool: 'pa11y' });
  await onPull(w, 7, ['a']);
  await silent(w, 'production', 1_000);
  await endAged();
  expect(await names(w)).toEqual(['production', 'production', '7']);
  await onMain(w, ['a'], 'staging');
  await silent(w, 'staging', 1_000);
  await endAged();
  expect(await names(w)).toEqual(['production', 'production', '7', 'staging']);
});

test('lines of archived products end too; a line that has no run is left alone', async () => {
  const w = await world(service);
  await onPull(w, 7, ['a']);
  await onPull(w, 8, ['b']);
  await service.as(w.admin.token).delete(`${w.product.url}/test-activity/2`).expect(204);
  await service.as(w.owner.token).post(`${w.product.url}/archive`).expect(200);
  await silent(w, '7', 31);
  await silent(w, '8', 31);
  await endAged();
  const ended = await service.database.query(
    'SELECT name FROM lines WHERE organization_id = $1 AND ended_at IS NOT NULL',
    [w.organization.id],
  );
  expect(ended).toEqual([{ name: '7' }]);
});

test('a run that arrives keeps its line, and the line of a name begins anew after its end', async () => {
  const w = await world(service);
  await onPull(w, 7, ['a']);
  const [first] = await lines(w);
  await silent(w, '7', 40);
  await onPull(w, 7, ['a']);
  await endAged();
  expect((await lines(w)).map(({ id }) => id)).toEqual([first!.id]);
  await silent(w, '7', 40);
  await endAged();
  await onPull(w, 7, ['a']);
  expect((await lines(w))[0]!.id).not.toBe(first!.id);
});

test('a branch that is a proposal ends like a pull request', async () => {
  const w = await world(service);
  await report(w, ['a'], { line: 'proposal', context: { trigger: 'push', ref: 'feature' } });
  await silent(w, 'feature', 30);
  await endAged();
  expect([await names(w), await shown(w)]).toEqual([[], {}]);
});

describe('where the days are 0', () => {
  const lasting = useService({ PROPOSAL_DAYS: '0', LINE_DAYS: '0' });
  const there = linesAt(lasting);

  test('no line ends by age', async () => {
    const w = await world(lasting);
    await there.onPull(w, 7, ['a']);
    await there.onMain(w, ['a'], 'production');
    await there.onMain(w, ['a'], 'staging');
    for (const name of ['7', 'production']) await silent(w, name, 5_000, lasting);
    await lasting.app.get(LineAges).endAged();
    expect(await there.lines(w)).toHaveLength(3);
  });
});
