import type { QueryRunner } from 'typeorm';
import { onConnection } from '../support/on-connection.js';
import { minutesAhead, nowMs } from '../support/moments.js';
import { useService } from '../support/service.js';
import { finding, scansAt } from '../support/scans.js';
import { world } from '../support/world.js';
import { SecretsOfPages1770000000364 } from '../../apps/api/src/platform/migrations/1770000000364-secrets-of-pages.js';

const service = useService();
const { scan, findings, post } = scansAt(service);
const complete = { coverage: 'complete' };

const activity = async (w: Awaited<ReturnType<typeof world>>, number: number) =>
  (await service.as(w.member.token).get(`${w.product.url}/test-activity/${number}`)).body.testActivity;

describe('a clock that is ahead has no lasting effect', () => {
  const future = '2099-01-01T10:00:00.000Z';

  test('times that are to come count as now, with a warning, and later runs resolve', async () => {
    const w = await world(service);
    const before = nowMs();
    const { status, body } = await scan(w, [finding()], { ...complete, startedAt: future, completedAt: future });
    expect(status).toBe(201);
    expect(body.warnings).toEqual([
      expect.stringMatching(/^startedAt 2099-.* is in the future, so it counts as now/),
      expect.stringMatching(/^completedAt 2099-/),
    ]);
    const { startedAt, completedAt } = await activity(w, 1);
    for (const moment of [startedAt, completedAt]) {
      expect(Date.parse(moment)).toBeGreaterThanOrEqual(before - 1);
      expect(Date.parse(moment)).toBeLessThanOrEqual(nowMs());
    }
    expect((await scan(w, [], complete)).body).toMatchObject({ resolvedCount: 1, warnings: [] });
  });

  test('a clock that is four minutes ahead is believed', async () => {
    const w = await world(service);
    const completedAt = minutesAhead(4).toISOString();
    expect((await scan(w, [], { completedAt })).body.warnings).toEqual([]);
    expect((await activity(w, 1)).completedAt).toBe(completedAt);
  });
});

describe('what a scanner did not examine', () => {
  test('is kept with the run', async () => {
    const w = await world(service);
    await scan(w, [], { omissions: ['A page failed.'] });
    await scan(w, []);
    expect(await activity(w, 1)).toMatchObject({ omissions: ['A page failed.'], failed: false });
    expect(await activity(w, 2)).toMatchObject({ omissions: [], failed: false });
  });

  test('is nothing that follows from a run that examined nothing: it resolves nothing, and is no evidence', async () => {
    const w = await world(service);
    expect((await scan(w, [], { failed: true, omissions: ['All failed.'] })).body).toMatchObject({
      ...{ testActivity: { number: 1 }, findingCount: 0, created: true },
      introduced: { count: 0 },
    });
    expect(await activity(w, 1)).toMatchObject({ failed: true, omissions: ['All failed.'], findingCount: 0 });
    await scan(w, [finding()], complete);
    await scan(w, [], { failed: true });
    expect(await findings(w)).toMatchObject([{ status: 'pending' }]);
  });

  test.each([
    ['findings', { failed: true }, [finding()], '/findings'],
    ['coverage', { failed: true, coverage: 'complete' }, [], '/coverage'],
    ['a long sentence', { omissions: ['x'.repeat(501)] }, [], '/omissions/0'],
    ['a report of people', { type: 'manual_test', omissions: ['x'] }, [], '/omissions'],
  ])('does not go with %s', async (_name, over, sent, path) => {
    const w = await world(service);
    const { status, body } = await scan(w, sent, over);
    expect(status).toBe(400);
    expect(body.errors).toEqual(expect.arrayContaining([expect.objectContaining({ path })]));
  });
});

test.each([
  ['tool', { tool: 'axe\ud83d' }, '/tool'],
  ['selector', { findings: [finding({ selector: 'a\u0000b' })] }, '/findings/0/selector'],
])('other clients are told which field has half a character or NUL: %s', async (_name, over, path) => {
  const w = await world(service);
  const { status, body } = await scan(w, [], over);
  expect(status).toBe(400);
  expect(body.errors).toMatchObject([{ path }]);
});

describe('secrets of pages are not stored', () => {
  const secret = { selector: 'input[value="hunter2"]', snippet: '<input type="password" value="hunter2">' };
  const stored = async () =>
    JSON.stringify(await service.database.query('SELECT title, description, snippet, selector, aliases FROM findings'));

  test('of any client; elements that differ only in them stay two, and the same on each run', async () => {
    const w = await world(service);
    const sent = [
      finding({ ...secret, title: 'Look at value="hunter2"', description: '<input value=hunter2>' }),
      finding({ selector: 'input[value="swordfish"]' }),
    ];
    expect((await scan(w, sent, complete)).body.delta).toMatchObject({ new: 2 });
    expect((await findings(w)).map(({ selector }: { selector: string }) => selector).sort()).toEqual([
      'input[value="***"]',
      'input[value="***"] (2)',
    ]);
    expect(await stored()).not.toMatch(/hunter2|swordfish/);
    expect((await scan(w, sent, complete)).body.delta).toMatchObject({ new: 0, known: 2, resolved: 0 });
  });

  test('what people report stays as they wrote it', async () => {
    const w = await world(service);
    await post(w.keys.ingest, {
      ...{ productRef: w.product.slug, type: 'manual_test' },
      findings: [{ title: 'The field has value="x"' }],
    });
    const { body } = await service.as(w.member.token).get(`${w.product.url}/issues`);
    expect(body.issues[0].title).toBe('The field has value="x"');
  });

  test('an upgrade cleans what is stored, names rules as they are called now, and keeps what people decided', async () => {
    const w = await world(service);
    const ibm = { ...complete, tool: 'ibm-equal-access' };
    await scan(w, [finding({ selector: 'input' })], complete);
    await scan(w, [finding({ ruleId: 'WCAG20_Html_HasLang', selector: '/html[1]' })], ibm);
    for (const { id } of await findings(w))
      await service
        .as(w.member.token)
        .post(`${w.product.url}/findings/${id}/dismiss`)
        .send({ reason: 'false_positive' });
    const texts = [secret.selector, secret.snippet, `About ${secret.snippet}`];
    await service.database.query(
      `UPDATE findings SET selector = $2, snippet = $3, description = $4, aliases = ARRAY[$2] WHERE organization_id = $1 AND tool = 'axe-core'`,
      [w.organization.id, ...texts],
    );
    await onConnection(service.databaseUrl, async (client) => {
      const query = async (text: string, values?: unknown[]) => (await client.query(text, values)).rows;
      await new SecretsOfPages1770000000364().up({ query } as unknown as QueryRunner);
    });
    expect(await stored()).not.toContain('hunter2');
    const again = await scan(w, [finding(secret)], complete);
    expect(again.body.delta).toMatchObject({ new: 0, dismissed: 1, resolved: 0 });
    const renamed = await scan(w, [finding({ ruleId: 'html_lang_exists', selector: '/html[1]' })], ibm);
    expect(renamed.body.delta).toMatchObject({ new: 0, dismissed: 1, resolved: 0 });
    expect((await findings(w, '?status=dismissed')).map(({ ruleId }: { ruleId: string }) => ruleId).sort()).toEqual([
      'html_lang_exists',
      'image-alt',
    ]);
  });
});
