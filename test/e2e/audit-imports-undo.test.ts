import { newId } from '#libs/ids';
import { evaluating, type Evaluating } from '../support/evaluation.js';
import { nowMs } from '../support/moments.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const DAY = 86_400_000;

const as = ({ token }: { token: string }) => service.as(token);
const undo = (who: { token: string }, w: World, id: string) => as(who).post(`${w.product.url}/imports/${id}/undo`);
const send = (token: string, { audit }: Evaluating, file: string, query = '') =>
  service
    .as(token)
    .post(`${audit.url}/import${query}`)
    .field('format', 'csv-grid')
    .attach('file', Buffer.from(file), 'a.csv');
const imported = async (token: string, e: Evaluating, file: string): Promise<string> =>
  (await send(token, e, file).expect(200)).body.importId;
const outcomesOf = async (w: World, { audit }: Evaluating) =>
  (await as(w.member).get(`${audit.url}/outcomes?pageSize=100`).expect(200)).body.outcomes as Record<string, unknown>[];
const sampleOf = async (w: World, { audit }: Evaluating): Promise<object[]> =>
  (await as(w.member).get(`${audit.url}/sample`).expect(200)).body.sample;
const listOf = async (w: World): Promise<object[]> =>
  (await as(w.member).get(`${w.product.url}/imports`).expect(200)).body.imports;

/** An audit with two pages, and a table that decides three requirements on them and on a third. */
async function prepared() {
  const w = await world(service);
  const e = await evaluating(service, w);
  const [first, second, third] = e.requirements;
  const rows = [first!, second!, third!].map(({ number }) => `${number},failed,passed,passed\n`);
  const file = `criterion,Home,Checkout,Imprint\n${rows.join('')}`;
  return { w, e, first: first!.requirementId, second: second!.requirementId, file };
}

test('an import that is taken back leaves what was there before it, and can be made again', async () => {
  const { w, e, first, file } = await prepared();
  await e.decide({ requirementId: first, entry: 1, outcome: 'cannot_tell', note: 'Ask.' });
  await e.decide({ requirementId: first, entry: 2, note: 'Look again.' });
  const [decided, noted] = await outcomesOf(w, e);
  const importId = await imported(w.member.token, e, file);
  expect(await outcomesOf(w, e)).toHaveLength(9);
  const { body } = await undo(w.member, w, importId).expect(200);
  expect(body).toEqual({
    import: expect.objectContaining({ id: importId, auditNumber: e.audit.number, undoneAt: expect.any(String) }),
    ...{ outcomes: 8, entries: ['Imprint'], keptOutcomes: [], keptOutcomeCount: 0, keptEntries: [], keptFields: [] },
    ...{ issues: 0, keptIssues: [], keptIssueCount: 0 },
  });
  const after = await outcomesOf(w, e);
  expect(after.filter(({ outcome, note }) => outcome !== 'untested' || note !== null)).toEqual([
    decided,
    { ...noted, by: { userId: w.member.id, name: w.member.name }, at: expect.any(String), revision: 3 },
  ]);
  expect(await sampleOf(w, e)).toHaveLength(2);
  const history = await as(w.member).get(`${e.audit.url}/outcomes/history?entry=2&requirementId=${first}`).expect(200);
  expect(history.body.history.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    ...['untested', 'passed', 'untested'],
  ]);
  expect((await send(w.member.token, e, file).expect(200)).body).toMatchObject({ entries: ['Imprint'], decided: 8 });
});

test('an audit of which an import said all asks anew for what its standard and product ask', async () => {
  const { w, e, file } = await prepared();
  const importId = await imported(w.member.token, e, file);
  const { conformanceLevel } = e.conformance;
  const other = { conformanceLevel: null };
  expect((await as(w.member).patch(e.audit.url).send(other)).body.code).toBe('audit_has_outcomes');
  await undo(w.member, w, importId).expect(200);
  await as(w.member).patch(e.audit.url).send(other).expect(200);
  await as(w.member).patch(e.audit.url).send({ conformanceLevel }).expect(200);
});

test('what somebody has changed, commented on or given an issue since stays, and is named', async () => {
  const { w, e, first, second, file } = await prepared();
  const importId = await imported(w.member.token, e, file);
  await e.decide({ requirementId: first, entry: 1, outcome: 'passed' });
  const opened = { requirementId: second, entries: ['1'] };
  await as(w.member).post(`${e.audit.url}/outcomes/issue`).send(opened).expect(201);
  const comment = { body: 'Who owns this page?', cell: { requirementId: first, entry: 3 } };
  await as(w.member).post(`${e.audit.url}/comments`).send(comment).expect(201);
  const { body } = await undo(w.member, w, importId).expect(200);
  expect(body).toMatchObject({ outcomes: 7, entries: [], keptEntries: [{ number: 3, name: 'Imprint' }] });
  expect([body.keptOutcomeCount, body.keptOutcomes]).toEqual([
    2,
    expect.arrayContaining([first, second].map((requirementId) => ({ requirementId, entry: 1 }))),
  ]);
  expect((await outcomesOf(w, e)).filter(({ outcome }) => outcome !== 'untested')).toMatchObject([
    { requirementId: first, entry: 1, outcome: 'passed' },
    { requirementId: second, entry: 1, outcome: 'failed' },
  ]);
});

test.each<[string, (w: World, e: Evaluating) => PromiseLike<unknown>]>([
  ['renamed', (w, e) => as(w.member).patch(`${e.audit.url}/sample/3`).send({ name: 'Legal' }).expect(200)],
  [
    'assigned',
    (w, e) => {
      const one = { memberId: w.member.id, requirementIds: [e.requirements[0]!.requirementId], entries: [3] };
      return as(w.member)
        .put(`${e.audit.url}/assignments`)
        .send({ assignments: [one] })
        .expect(200);
    },
  ],
  ['decided on', (_w, e) => e.decide({ requirementId: e.requirements[9]!.requirementId, entry: 3, outcome: 'passed' })],
])('an entry that was %s since stays', async (_how, act) => {
  const { w, e, file } = await prepared();
  const importId = await imported(w.member.token, e, file);
  await act(w, e);
  const { body } = await undo(w.member, w, importId).expect(200);
  expect([body.outcomes, body.entries, body.keptEntries.length]).toEqual([9, [], 1]);
  expect(await sampleOf(w, e)).toHaveLength(3);
});

test('what a key proposed goes, and the proposal before it comes back', async () => {
  const { w, e, first, file } = await prepared();
  const said = { outcomes: [{ requirementId: first, entry: 2, outcome: 'inapplicable' }] };
  await service.as(w.keys.write).patch(`${e.audit.url}/outcomes`).send(said).expect(200);
  const importId = await imported(w.keys.write, e, file);
  expect(await listOf(w)).toMatchObject([
    { id: importId, importedBy: { keyName: 'read+write' }, decided: 9, undoneAt: null },
  ]);
  await undo(w.owner, w, importId).expect(200);
  expect((await outcomesOf(w, e)).filter(({ proposal }) => proposal !== null)).toMatchObject([
    { entry: 2, outcome: 'untested', by: null, proposal: { outcome: 'inapplicable' } },
  ]);
});

test('an import is taken back once, by whoever made it or an admin, while its audit can be changed', async () => {
  const { w, e, file } = await prepared();
  const other = await w.person('member');
  const importId = await imported(w.member.token, e, file);
  const codeOf = async (who: { token: string }, id = importId) => {
    const { status, body } = await undo(who, w, id);
    return `${status} ${body.code}`;
  };
  expect(await codeOf(other)).toBe('403 role_too_low');
  expect(await codeOf(w.member, newId())).toBe('404 not_found');
  const second = await w.newProduct();
  expect((await as(w.owner).post(`${second.url}/imports/${importId}/undo`)).status).toBe(404);
  expect((await as(w.owner).get(`${second.url}/imports/${importId}`)).status).toBe(404);
  await as(w.owner).post(`${w.product.url}/archive`).expect(200);
  expect(await codeOf(w.member)).toBe('409 product_archived');
  await as(w.owner).post(`${w.product.url}/unarchive`).expect(200);
  await as(w.member).patch(e.audit.url).send({ status: 'completed', acceptUntested: true }).expect(200);
  expect(await codeOf(w.member)).toBe('409 audit_completed');
  await as(w.member).patch(e.audit.url).send({ status: 'in_progress' }).expect(200);
  expect(await outcomesOf(w, e)).toHaveLength(9);
  const both = await Promise.all([codeOf(w.admin), codeOf(w.member)]);
  expect(both.sort()).toEqual(['200 undefined', '409 import_undone']);
  const { changes } = (await as(w.member).get(`${w.organization.url}/changes?type=import.undone`).expect(200)).body;
  expect(changes).toMatchObject([{ subject: { kind: 'import', id: importId, number: e.audit.number } }]);
  expect(changes[0].changes).toEqual(
    expect.arrayContaining([
      { field: 'entry 3', from: { name: 'Imprint' }, to: null },
      { field: 'outcomes', from: null, to: 6 },
    ]),
  );
});

test('after thirty days an import stays, and the next one forgets what it would take to undo it', async () => {
  const { w, e, file } = await prepared();
  const importId = await imported(w.member.token, e, file);
  const old = new Date(nowMs() - 30 * DAY - 1_000);
  await service.database.query('UPDATE audit_imports SET created_at = $2 WHERE id = $1', [importId, old]);
  expect((await undo(w.member, w, importId)).body.code).toBe('import_too_old');
  await imported(w.member.token, await evaluating(service, w), file);
  const rows = await service.database.query('SELECT cells FROM audit_imports WHERE id = $1', [importId]);
  expect(rows).toEqual([{ cells: null }]);
  expect((await undo(w.member, w, importId)).body.code).toBe('import_too_old');
});

test('what was imported is listed with who did, told in their personal export, and goes with its audit', async () => {
  const { w, e, file } = await prepared();
  expect((await send(w.member.token, e, file, '?dryRun=true').expect(200)).body.importId).toBeNull();
  const id = await imported(w.member.token, e, file);
  expect(await imported(w.member.token, e, file)).toBeNull();
  expect(await listOf(w)).toMatchObject([{ id, format: 'csv-grid', entries: ['Imprint'], decided: 9 }]);
  const { body } = await as(w.member).get(`${w.product.url}/imports/${id}`).expect(200);
  expect(body.import.importedBy).toEqual({ id: w.member.id, name: w.member.name });
  const mine = (await as(w.member).get('/v1/me/export').expect(200)).body.imports;
  expect(mine).toMatchObject([{ id, auditNumber: e.audit.number, decided: 9 }]);
  await as(w.owner).delete(e.audit.url).expect(204);
  expect(await listOf(w)).toEqual([]);
});
