import { evidenceIn } from '../support/evidence.js';
import { finding, scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const { scan, findings } = scansAt(service);

const NAMES = ['a', 'b', 'c'] as const;
const reported = (...rules: string[]) => rules.map((ruleId) => finding({ ruleId, severity: 'high', wcag: ['1.1.1'] }));
const url = (w: World, id: string) => `${w.product.url}/findings/${id}`;
const idOf = async (w: World, ruleId: string): Promise<string> => (await findings(w, `?ruleId=${ruleId}`))[0].id;
const read = async (w: World, ruleId: string) =>
  (await service.as(w.member.token).get(url(w, await idOf(w, ruleId)))).body.finding;
const decide = async (w: World, ruleId: string, action: string, body: object = {}, token = w.member.token) => {
  const answer = await service
    .as(token)
    .post(`${url(w, await idOf(w, ruleId))}/${action}`)
    .send(body);
  expect([answer.status, answer.body.code]).toEqual([action === 'confirm' ? expect.any(Number) : 200, undefined]);
  return answer.body.decision?.id as string;
};
const bulk = async (w: World, data: object) => {
  const { total } = (await service.as(w.member.token).get(`${w.organization.url}/findings?pageSize=1`)).body;
  const body = { filter: {}, expected: total, data };
  return (await service.as(w.member.token).patch(`${w.organization.url}/findings/bulk`).send(body).expect(200)).body;
};
const undo = (w: World, id: string, token = w.member.token) =>
  service.as(token).post(`${w.organization.url}/findings/decisions/${id}/undo`);
const undone = async (w: World, id: string, token?: string) => (await undo(w, id, token).expect(200)).body;
const grade = async (w: World) => (await service.as(w.member.token).get(`${w.product.url}/grade`)).body.grade;
const issues = async (w: World) => (await service.as(w.member.token).get(`${w.product.url}/issues`)).body.issues;

/** What triage says of a finding: all that it shows but how often it was changed. */
const shown = ({ updatedAt: _updated, revision: _revision, ...rest }: { updatedAt: string; revision: number }) => rest;

async function scanned(rules: readonly string[] = NAMES): Promise<World> {
  const w = await world(service);
  await scan(w, reported(...rules));
  return w;
}

describe('a decision that is taken back', () => {
  test.each([
    ['confirm', {}],
    ['dismiss', { reason: 'false_positive', comment: 'A mistake', until: '2100-01-01T00:00:00.000Z' }],
  ])('by %s leaves the finding, the Grade and the counts as they were', async (action, body) => {
    const w = await scanned(['a']);
    const [before, gradeBefore] = [await read(w, 'a'), await grade(w)];
    const decision = await decide(w, 'a', action, body);
    expect(await undone(w, decision)).toEqual({ undone: 1, kept: [], skipped: [] });
    expect(shown(await read(w, 'a'))).toEqual(shown(before));
    expect(await issues(w)).toEqual([]);
    const { computedAt: _then, ...was } = gradeBefore;
    const { computedAt: _now, ...is } = await grade(w);
    expect(is).toEqual(was);
  });

  test('gives an earlier dismissal back, with its words, and what it is a duplicate of', async () => {
    const w = await scanned();
    const until = '2100-01-01T00:00:00.000Z';
    await decide(w, 'a', 'dismiss', { reason: 'accepted', comment: 'Known', until });
    await decide(w, 'b', 'dismiss', { reason: 'duplicate', duplicateOfId: await idOf(w, 'c') });
    const [a, b] = [await read(w, 'a'), await read(w, 'b')];
    await undone(w, await decide(w, 'a', 'dismiss', { reason: 'third_party' }));
    expect(shown(await read(w, 'a'))).toEqual(shown(a));
    await undone(w, await decide(w, 'b', 'reopen'));
    expect(shown(await read(w, 'b'))).toEqual(shown(b));
    await undone(w, await decide(w, 'a', 'confirm'));
    expect(shown(await read(w, 'a'))).toEqual(shown(a));
  });

  test('resolves a finding again that was reopened, and keeps open what was held open', async () => {
    const w = await scanned(['a', 'b']);
    await scan(w, reported('b'), { coverage: 'complete' });
    const resolved = await read(w, 'a');
    expect(resolved.status).toBe('resolved');
    const reopening = await decide(w, 'a', 'reopen');
    const open = await read(w, 'a');
    await undone(w, await decide(w, 'a', 'dismiss', { reason: 'accepted' }));
    expect(shown(await read(w, 'a'))).toEqual(shown(open));
    await undone(w, reopening);
    expect(shown(await read(w, 'a'))).toEqual(shown(resolved));
  });

  test('leaves what runs have said meanwhile, also where such a run is deleted later', async () => {
    const w = await scanned(['a', 'b']);
    const dismissal = await decide(w, 'a', 'dismiss', { reason: 'accepted' });
    const { body } = await scan(w, reported('b'), { coverage: 'complete' });
    await undone(w, dismissal);
    expect((await read(w, 'a')).status).toBe('resolved');
    const run = `${w.product.url}/test-activity/${body.testActivity.number}`;
    await service.as(w.owner.token).delete(run).expect(204);
    expect((await read(w, 'a')).status).toBe('pending');
    await decide(w, 'a', 'confirm');
    await service.as(w.owner.token).delete(`${w.product.url}/test-activity/1`).expect(204);
    expect((await read(w, 'a')).status).toBe('confirmed');
  });

  test('skips findings of which somebody has decided since, and one after the other undoes them all', async () => {
    const w = await scanned();
    const { decision } = await bulk(w, { action: 'dismiss', reason: 'accepted' });
    const later = await decide(w, 'b', 'reopen');
    await service
      .as(w.member.token)
      .patch(url(w, await idOf(w, 'c')))
      .send({ title: 'In better words' })
      .expect(200);
    await undone(w, later);
    expect(await undone(w, decision.id)).toEqual({ undone: 3, kept: [], skipped: [] });
    const again = (await bulk(w, { action: 'dismiss', reason: 'accepted' })).decision;
    await decide(w, 'b', 'dismiss', { reason: 'third_party' });
    expect(await undone(w, again.id)).toEqual({ undone: 2, kept: [], skipped: [await idOf(w, 'b')] });
    expect((await read(w, 'b')).dismissalReason).toBe('third_party');
    expect((await read(w, 'c')).title).toBe('In better words');
  });
});

describe('the issue that a decision made', () => {
  test('goes, with its events, and its number is not given again', async () => {
    const w = await scanned(['a']);
    await undone(w, await decide(w, 'a', 'confirm'));
    expect(await issues(w)).toEqual([]);
    const { changes } = (await service.as(w.owner.token).get(`${w.product.url}/changes`)).body;
    expect(changes.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['issue.deleted', 'finding.decision_undone', 'finding.confirmed']),
    );
    await decide(w, 'a', 'confirm');
    expect((await issues(w)).map(({ number }: { number: number }) => number)).toEqual([2]);
  });

  test('stays where somebody has changed it or confirmed another finding as it, and is told', async () => {
    const w = await scanned();
    const [first, second] = [await decide(w, 'a', 'confirm'), await decide(w, 'b', 'confirm')];
    await service.as(w.member.token).patch(`${w.product.url}/issues/1`).send({ title: 'Mine' }).expect(200);
    const linked = await decide(w, 'c', 'confirm', { issueNumber: 2 });
    expect(await undone(w, first)).toMatchObject({ undone: 1, kept: [{ number: 1, title: 'Mine' }] });
    expect(await undone(w, second)).toMatchObject({ undone: 1, kept: [{ number: 2 }] });
    expect(await undone(w, linked)).toEqual({ undone: 1, kept: [], skipped: [] });
    expect((await issues(w)).map(({ number }: { number: number }) => number).sort()).toEqual([1, 2]);
    expect((await findings(w, '?status=pending')).length).toBe(3);
  });

  test('goes where the run that reported it was undone since, and stays where it was changed before or after that', async () => {
    const w = await scanned();
    const decisions = [
      await decide(w, 'a', 'confirm'),
      await decide(w, 'b', 'confirm'),
      await decide(w, 'c', 'confirm'),
    ];
    await service.as(w.member.token).patch(`${w.product.url}/issues/2`).send({ title: 'Before' }).expect(200);
    await scan(w, reported(...NAMES));
    await service.as(w.admin.token).delete(`${w.product.url}/test-activity/1`).expect(204);
    await service.as(w.member.token).patch(`${w.product.url}/issues/3`).send({ title: 'After' }).expect(200);
    expect(await undone(w, decisions[0]!)).toEqual({ undone: 1, kept: [], skipped: [] });
    expect(await undone(w, decisions[1]!)).toMatchObject({ undone: 1, kept: [{ number: 2 }] });
    expect(await undone(w, decisions[2]!)).toMatchObject({ undone: 1, kept: [{ number: 3 }] });
  });

  test('stays where evidence was linked to it', async () => {
    const w = await scanned(['a']);
    const decision = await decide(w, 'a', 'confirm');
    const { id } = await evidenceIn(service, w.member, w.product.url);
    await service
      .as(w.member.token)
      .put(`${w.product.url}/issues/1/evidence`)
      .send({ evidenceIds: [id] })
      .expect(200);
    expect(await undone(w, decision)).toMatchObject({ undone: 1, kept: [{ number: 1 }] });
  });

  test('goes where it was made of many as one', async () => {
    const w = await scanned();
    const { decision } = await bulk(w, { action: 'confirm', asOne: true });
    expect(await issues(w)).toHaveLength(1);
    expect(await undone(w, decision.id)).toEqual({ undone: 3, kept: [], skipped: [] });
    expect(await issues(w)).toEqual([]);
  });

  test('that somebody has deleted is nobody’s to give back', async () => {
    const w = await scanned(['a', 'b']);
    const confirmation = await decide(w, 'a', 'confirm');
    await scan(w, reported('b'), { coverage: 'complete' });
    const reopening = await decide(w, 'a', 'reopen');
    await service.as(w.owner.token).delete(`${w.product.url}/issues/1`).expect(204);
    const id = await idOf(w, 'a');
    expect(await undone(w, reopening)).toEqual({ undone: 0, kept: [], skipped: [id] });
    expect(await undone(w, confirmation)).toEqual({ undone: 0, kept: [], skipped: [id] });
  });
});

describe('who may, and when', () => {
  test('whoever made it, or an admin, once', async () => {
    const w = await scanned();
    const other = await w.person('member');
    const decision = await decide(w, 'a', 'dismiss', { reason: 'accepted' });
    const refused = await undo(w, decision, other.token);
    expect([refused.status, refused.body.code]).toEqual([403, 'role_too_low']);
    await undone(w, decision, w.admin.token);
    const twice = await undo(w, decision);
    expect([twice.status, twice.body.code]).toEqual([409, 'decision_undone']);
  });

  test('within 24 hours', async () => {
    const w = await scanned(['a']);
    const decision = await decide(w, 'a', 'dismiss', { reason: 'accepted' });
    await service.database.query(
      `UPDATE triage_decisions SET made_at = now() - interval '24 hours 1 second' WHERE id = $1`,
      [decision],
    );
    const refused = await undo(w, decision, w.owner.token);
    expect([refused.status, refused.body.code]).toEqual([409, 'decision_too_old']);
    expect((await read(w, 'a')).status).toBe('dismissed');
  });

  test('nobody what is unknown or of another organization', async () => {
    const [w, other] = [await scanned(['a']), await scanned(['a'])];
    const decision = await decide(other, 'a', 'dismiss', { reason: 'accepted' });
    for (const id of [decision, '018f3d1e-0000-7000-8000-000000000000', 'nonsense'])
      expect((await undo(w, id, w.owner.token)).status).toBe(404);
    expect((await read(other, 'a')).status).toBe('dismissed');
  });

  test('nothing was decided by who confirms or reopens again, and by a dry run', async () => {
    const w = await scanned(['a', 'b']);
    await decide(w, 'a', 'confirm');
    expect(await decide(w, 'a', 'confirm')).toBeUndefined();
    expect(await decide(w, 'b', 'reopen')).toBeUndefined();
    const body = { filter: {}, data: { action: 'reopen' } };
    const dry = service.as(w.member.token).patch(`${w.organization.url}/findings/bulk?dryRun=true`).send(body);
    expect((await dry).body.decision).toBeNull();
  });
});

describe('at once', () => {
  test('two that take the same decision back: one does, the other is told', async () => {
    const w = await scanned();
    for (let round = 0; round < 8; round += 1) {
      const { decision } = await bulk(w, { action: 'dismiss', reason: 'accepted' });
      const answers = await Promise.all([undo(w, decision.id), undo(w, decision.id, w.admin.token)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 200)!.body).toEqual({ undone: 3, kept: [], skipped: [] });
    }
  });

  test('an undo and a decision: the decision holds, whichever came first', async () => {
    const w = await scanned();
    for (let round = 0; round < 8; round += 1) {
      const { decision } = await bulk(w, { action: 'dismiss', reason: 'accepted' });
      const [answer] = await Promise.all([undo(w, decision.id), decide(w, 'b', 'dismiss', { reason: 'third_party' })]);
      expect(answer.status).toBe(200);
      expect(await read(w, 'b')).toMatchObject({ status: 'dismissed', dismissalReason: 'third_party' });
      await bulk(w, { action: 'reopen' });
    }
  });

  test('an undo and a confirmation as the issue that it would delete: the issue goes, or has the finding', async () => {
    for (let round = 0; round < 6; round += 1) {
      const w = await scanned(['a', 'b']);
      const confirmation = await decide(w, 'a', 'confirm');
      const id = await idOf(w, 'b');
      const [answer, linked] = await Promise.all([
        undo(w, confirmation),
        service
          .as(w.member.token)
          .post(`${url(w, id)}/confirm`)
          .send({ issueNumber: 1 }),
      ]);
      expect(answer.status).toBe(200);
      if (linked.status === 200) expect(answer.body.kept).toMatchObject([{ number: 1 }]);
      else expect([linked.status, linked.body.code, await issues(w)]).toEqual([400, 'invalid_input', []]);
    }
  });
});

test('two findings that would become duplicates of themselves over each other stay as they are', async () => {
  const w = await scanned(['a', 'b', 'c', 'd']);
  const duplicate = async (of: string, original: string) =>
    decide(w, of, 'dismiss', { reason: 'duplicate', duplicateOfId: await idOf(w, original) });
  await duplicate('a', 'c');
  await duplicate('b', 'd');
  const ids = [await idOf(w, 'a'), await idOf(w, 'b')];
  const reopened = await service
    .as(w.member.token)
    .patch(`${w.organization.url}/findings/bulk`)
    .send({ ids, data: { action: 'reopen' } })
    .expect(200);
  await duplicate('c', 'b');
  await duplicate('d', 'a');
  const { undone: count, skipped } = await undone(w, reopened.body.decision.id);
  expect([count, skipped.toSorted()]).toEqual([0, ids.toSorted()]);
  expect(await read(w, 'a')).toMatchObject({ status: 'pending' });
});

test('ten thousand findings are given back at once', async () => {
  const w = await world(service);
  for (let part = 0; part < 5; part += 1)
    await scan(w, reported(...Array.from({ length: 2000 }, (_, index) => `rule-${part}-${index}`)));
  // As autovacuum has done by the time that anybody can have decided so many.
  await service.database.query('ANALYZE findings');
  const { decision } = await bulk(w, { action: 'dismiss', reason: 'accepted' });
  await service.database.query('ANALYZE finding_decisions');
  expect(await undone(w, decision.id)).toEqual({ undone: 10_000, kept: [], skipped: [] });
  expect((await service.as(w.member.token).get(`${w.product.url}/findings?status=pending&pageSize=1`)).body.total).toBe(
    10_000,
  );
}, 60_000);
