import { spawnSync } from 'node:child_process';
import { RELEASE_ABANDONED } from '../../libs/jobs/src/abandoned.js';
import { RunningImports } from '../../apps/api/src/reporting/audit-files/running-imports.service.js';
import { evaluating, type Evaluating } from '../support/evaluation.js';
import { eventually } from '../support/eventually.js';
import { runImportJob } from '../support/import-job.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

const as = ({ token }: { token: string }) => service.as(token);
const imports = (w: World): string => `${w.product.url}/imports`;
const send = (token: string, w: World, { audit }: { audit: { number: number | string } }, file: string) =>
  service
    .as(token)
    .post(imports(w))
    .field('format', 'csv-grid')
    .field('audit', String(audit.number))
    .attach('file', Buffer.from(file), 'a.csv');

interface Import {
  id: string;
  state: string;
  decided: number;
  written: number;
  total: number;
  failure: string | null;
  entries: string[];
}
const read = async (w: World, id: string): Promise<Import> =>
  (
    await as(w.member)
      .get(`${imports(w)}/${id}`)
      .expect(200)
  ).body.import;
const outcomesOf = async (w: World, { audit }: Evaluating): Promise<{ cells: object[]; sample: object[] }> =>
  (await as(w.member).get(`${audit.url}/outcomes?view=grid`).expect(200)).body;

const decidedOf = (cells: object[]): number =>
  cells.filter((cell) => (cell as { outcome: string }).outcome !== 'untested').length;

/** A table of all requirements on so many pages, all passed. */
const tableOf = ({ requirements }: Evaluating, pages: number): string =>
  [
    ['criterion', ...Array.from({ length: pages }, (_, page) => `Page ${page + 1}`)],
    ...requirements.map(({ number }) => [number, ...Array.from({ length: pages }, () => 'passed')]),
  ]
    .map((row) => row.join(','))
    .join('\n');

const runJob = (w: World, importId: string, slices?: number): Promise<void> =>
  runImportJob(service, w, importId, slices);

test('an import whose maker has left the organization decides nothing more, and what it made is taken back', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, [{ name: 'Page 1', url: 'https://shop.example/' }]);
  const { body } = await send(w.member.token, w, e, tableOf(e, 30)).expect(202);
  await runJob(w, body.import.id, 1);
  await service
    .as(w.owner.token)
    .post('/api/auth/organization/remove-member')
    .send({ memberIdOrEmail: w.member.email, organizationId: w.organization.id })
    .expect(200);
  await runJob(w, body.import.id);
  const { import: ended } = (
    await as(w.owner)
      .get(`${imports(w)}/${body.import.id}`)
      .expect(200)
  ).body;
  expect(ended).toMatchObject({ state: 'failed', failure: 'not_a_member' });
  const { cells } = (await as(w.owner).get(`${e.audit.url}/outcomes?view=grid`).expect(200)).body;
  expect(decidedOf(cells)).toBe(0);
});

test('a file is judged at once and written by a job, which tells one event', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, [{ name: 'Page 1', url: 'https://shop.example/' }]);
  const [first] = e.requirements;
  await e.decide({ requirementId: first!.requirementId, entry: 1, outcome: 'failed' });
  const total = e.requirements.length * 30;
  const { body, headers } = await send(w.member.token, w, e, tableOf(e, 30)).expect(202);
  expect(headers['location']).toBe(`${imports(w)}/${body.import.id}`);
  expect(body.import).toMatchObject({ state: 'running', total, written: 0, decided: 0, failure: null });
  await runJob(w, body.import.id);
  const done = await read(w, body.import.id);
  expect(done).toMatchObject({ state: 'finished', total, written: total, decided: total - 1 });
  expect(done.entries).toHaveLength(29);
  const { cells, sample } = await outcomesOf(w, e);
  expect([cells.length, sample.length]).toEqual([total, 30]);
  const { changes } = (await as(w.member).get(`${w.organization.url}/changes?pageSize=100`).expect(200)).body;
  const told = changes.filter(({ type }: { type: string }) => /^(import|audit\.(outcomes|sample))/.test(type));
  expect(told.map(({ type }: { type: string }) => type)).toEqual(
    // The others are those of the preparation.
    ['import.finished', 'audit.outcomes_changed', 'audit.sample_changed'],
  );
  expect(told[0]).toMatchObject({ actor: { kind: 'user', id: w.member.id, name: w.member.name } });
  const undone = await as(w.member)
    .post(`${imports(w)}/${done.id}/undo`)
    .expect(200);
  expect(undone.body).toMatchObject({ outcomes: total - 1, keptOutcomeCount: 0 });
  expect((await outcomesOf(w, e)).sample).toHaveLength(1);
});

test('a job that was ended goes on where it was, and decides nothing twice', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  const total = e.requirements.length * 40;
  const { id } = (await send(w.member.token, w, e, tableOf(e, 40)).expect(202)).body.import;
  await runJob(w, id, 1);
  expect(await read(w, id)).toMatchObject({ state: 'running', written: 1_000, decided: 1_000, total });
  await runJob(w, id);
  expect(await read(w, id)).toMatchObject({ state: 'finished', written: total, decided: total });
  await runJob(w, id);
  const slices = await service.database.query('SELECT count(*)::int AS count FROM audit_import_slices');
  expect(slices).toEqual([{ count: 0 }]);
  expect((await outcomesOf(w, e)).cells).toHaveLength(total);
});

test('one import at a time is under way in an organization, and its audit is not completed meanwhile', async () => {
  const [w, other] = [await world(service), await world(service)];
  const [e, another] = [await evaluating(service, w, []), await evaluating(service, other, [])];
  const second = await evaluating(service, w, []);
  const { id } = (await send(w.member.token, w, e, tableOf(e, 2)).expect(202)).body.import;
  const refused = await send(w.member.token, w, second, tableOf(second, 2));
  expect([refused.status, refused.body.code]).toEqual([409, 'import_under_way']);
  await send(other.member.token, other, another, tableOf(another, 2)).expect(202);
  const completing = { status: 'completed', acceptUntested: true };
  expect((await as(w.member).patch(e.audit.url).send(completing)).body.code).toBe('import_under_way');
  expect((await as(w.member).post(`${imports(w)}/${id}/undo`)).body.code).toBe('import_under_way');
  await runJob(w, id);
  await as(w.member).patch(e.audit.url).send(completing).expect(200);
  await send(w.member.token, w, second, tableOf(second, 2)).expect(202);
});

test('whoever began it or an admin cancels an import, which leaves nothing but what somebody has changed since', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  const [first] = e.requirements;
  const { id } = (await send(w.member.token, w, e, tableOf(e, 40)).expect(202)).body.import;
  await runJob(w, id, 1);
  await e.decide({ requirementId: first!.requirementId, entry: 1, outcome: 'failed' });
  const stranger = await w.person('member');
  expect((await as(stranger).post(`${imports(w)}/${id}/cancel`)).body.code).toBe('role_too_low');
  const { body } = await as(w.admin)
    .post(`${imports(w)}/${id}/cancel`)
    .expect(200);
  expect(body.import).toMatchObject({ state: 'cancelled', decided: 0, entries: ['Page 1'] });
  const { cells, sample } = await outcomesOf(w, e);
  expect([decidedOf(cells), sample.length]).toEqual([1, 1]);
  expect((await as(w.admin).post(`${imports(w)}/${id}/cancel`)).body.code).toBe('import_ended');
  const undone = await as(w.admin).post(`${imports(w)}/${id}/undo`);
  expect([undone.status, undone.body.code, undone.body.detail]).toEqual([
    ...[409, 'import_undone', 'The import was cancelled, and its changes were reversed.'],
  ]);
  await runJob(w, id);
  expect(decidedOf((await outcomesOf(w, e)).cells)).toBe(1);
});

test('what cannot go on takes back what it has made, and says why', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  const { id } = (await send(w.member.token, w, e, tableOf(e, 40)).expect(202)).body.import;
  await runJob(w, id, 1);
  await service.as(w.owner.token).post(`${w.product.url}/archive`).expect(200);
  await runJob(w, id);
  expect(await read(w, id)).toMatchObject({ state: 'failed', failure: 'product_archived', decided: 0, entries: [] });
  expect(await outcomesOf(w, e)).toMatchObject({ cells: [], sample: [] });
});
/** A worker that takes the job and is killed in the middle of it. */
const KILLED_WORKER = `
  import { run } from 'graphile-worker';
  const kill = () => process.kill(process.pid, 'SIGKILL');
  await run({ connectionString: process.argv[1], taskList: { write_import: kill }, noHandleSignals: true });`;

test('an import whose worker is killed at each attempt has failed, and what it had begun is taken back and told', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  const { id } = (await send(w.member.token, w, e, tableOf(e, 40)).expect(202)).body.import;
  await runJob(w, id, 1);
  const running = service.app.get(RunningImports);
  const job = async (): Promise<{ attempts: number; max_attempts: number }> =>
    (
      await service.database.query('SELECT attempts, max_attempts FROM graphile_worker._private_jobs WHERE key = $1', [
        id,
      ])
    )[0];
  // Those of other tests would be taken first.
  await service.database.query('DELETE FROM graphile_worker._private_jobs WHERE key <> $1', [id]);
  for (let attempt = 1; attempt <= (await job()).max_attempts; attempt += 1) {
    await running.endStranded();
    expect(await read(w, id)).toMatchObject({ state: 'running', failure: null });
    const killed = spawnSync(process.execPath, ['--input-type=module', '-e', KILLED_WORKER, service.databaseUrl]);
    expect([killed.signal, (await job()).attempts]).toEqual(['SIGKILL', attempt]);
    // As a minute later.
    await service.database.query(
      `UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute' WHERE key = $1`,
      [id],
    );
    await service.database.query(RELEASE_ABANDONED, [[], []]);
  }
  await running.endStranded();
  expect(await read(w, id)).toMatchObject({
    ...{ state: 'failed', failure: 'import_given_up', decided: 0, written: 1_000, entries: [] },
  });
  expect(await outcomesOf(w, e)).toMatchObject({ cells: [], sample: [] });
  const { changes } = (await as(w.member).get(`${w.organization.url}/changes?pageSize=1`).expect(200)).body;
  expect(changes[0]).toMatchObject({ type: 'import.undone', subject: { number: e.audit.number } });
  expect(changes[0].changes).toContainEqual({ field: 'entry 1', from: { name: 'Page 1' }, to: null });
  await running.endStranded();
  await send(w.member.token, w, e, tableOf(e, 1)).expect(202);
});

test('an audit that is deleted ends its import', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  const { id } = (await send(w.member.token, w, e, tableOf(e, 2)).expect(202)).body.import;
  await as(w.owner).delete(e.audit.url).expect(204);
  await runJob(w, id);
  expect((await as(w.member).get(`${imports(w)}/${id}`)).status).toBe(404);
});

test('a faulty file and an audit that is not there begin nothing', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  const faulty = await send(w.member.token, w, e, 'criterion,Home\n9.9.9,passed\n1.1.1,passed\n');
  expect([faulty.status, faulty.body.errors[0].message]).toEqual([400, expect.stringContaining('row 2, column 1')]);
  for (const number of [999, 'x', '-1']) {
    const { status, body } = await send(w.member.token, w, { audit: { number } }, tableOf(e, 1));
    expect([status, body.errors[0]]).toMatchObject([400, { path: '/audit', code: 'unknown_reference' }]);
  }
  expect((await as(w.member).get(imports(w)).expect(200)).body.imports).toEqual([]);
  await as(w.member).patch(e.audit.url).send({ status: 'completed' }).expect(200);
  expect((await send(w.member.token, w, e, tableOf(e, 1))).body.code).toBe('audit_completed');
});

test('what a key imports is proposed', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  const { id } = (await send(w.keys.write, w, e, tableOf(e, 1)).expect(202)).body.import;
  await runJob(w, id);
  expect(await read(w, id)).toMatchObject({ state: 'finished', decided: e.requirements.length });
  const { outcomes } = (await as(w.member).get(`${e.audit.url}/outcomes`).expect(200)).body;
  expect(outcomes[0]).toMatchObject({ outcome: 'untested', by: null, proposal: { outcome: 'passed' } });
});

describe('where the process works on jobs', () => {
  const working = useService({ WORKER: 'inline' });

  test('an import is finished by itself', async () => {
    const w = await world(working);
    const e = await evaluating(working, w, []);
    const begun = working
      .as(w.member.token)
      .post(imports(w))
      .field({ format: 'csv-grid', audit: String(e.audit.number) })
      .attach('file', Buffer.from(tableOf(e, 20)), 'a.csv');
    const { id } = (await begun.expect(202)).body.import;
    const state = async (): Promise<string> =>
      (
        await working
          .as(w.member.token)
          .get(`${imports(w)}/${id}`)
          .expect(200)
      ).body.import.state;
    expect(await eventually(state, (now) => now !== 'running')).toBe('finished');
  });
});
