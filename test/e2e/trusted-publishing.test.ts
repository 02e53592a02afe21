import { newId } from '#libs/ids';
import { type JWTPayload, UnsecuredJWT } from 'jose';
import { ExchangeService } from '../../apps/api/src/products/api-keys/trusted-publishing/exchange.service.js';
import { useCiIssuers } from '../support/ci-issuer.js';
import { msUntil, nowMs, nowSeconds } from '../support/moments.js';
import { finding } from '../support/scans.js';
import { useService } from '../support/service.js';
import { startClock, stopClock } from '../support/stopped-clock.js';
import { world, type World } from '../support/world.js';

const { github, gitlab, settings, audience } = useCiIssuers();
const service = useService(settings);
beforeEach(() => Object.assign(github, { misbehaves: {} }));
afterEach(startClock);

const publishers = (product: World['product']) => `${product.url}/trusted-publishers`;
const trust = (w: World, claims: object = {}, product = w.product) =>
  service
    .as(w.admin.token)
    .post(publishers(product))
    .send({ issuer: github.issuer, claims: { repository_id: '74', repository_owner_id: '65', ...claims } });
const trustGitLab = (w: World, claims: object = {}, product = w.product) =>
  service
    .as(w.admin.token)
    .post(publishers(product))
    .send({ issuer: gitlab.issuer, claims: { project_id: '22', namespace_id: '72', ...claims } });

const exchange = (token: string, body: object = {}) =>
  service
    .as()
    .post('/api/ingest/token')
    .send({ token, ...body });
/** What becomes of a token: of the world's organization, since other tests trust the same repository. */
const outcome = async (w: World, token: string | Promise<string>, body: object = {}) => {
  const { status, body: answer } = await exchange(await token, { organizationId: w.organization.id, ...body });
  return status === 201 ? 'exchanged' : `${status} ${answer.code}`;
};
const report = (key: string, body: object = {}) =>
  service
    .as(key)
    .post('/api/ingest/test-activity')
    .send({ type: 'automated_scan', tool: 'axe-core', findings: [finding()], ...body });
const passOf = async (w: World, claims: JWTPayload = {}): Promise<string> =>
  (await exchange(await github.token(audience, claims), { organizationId: w.organization.id }).expect(201)).body.apiKey
    .key;

const REFUSED = '401 token_refused';

describe('a pipeline of a trusted repository', () => {
  test('gets a key of 15 minutes for its token, which reports to that product and may do nothing else', async () => {
    const w = await world(service);
    const { trustedPublisher } = (await trust(w).expect(201)).body;
    const answer = await exchange(await github.token(audience), { organizationId: w.organization.id });
    expect(answer.status).toBe(201);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { key, expiresAt, ...rest } = answer.body.apiKey;
    expect(rest).toEqual({ scopes: ['ingest'], organizationId: w.organization.id, productSlug: w.product.slug });
    expect(key).toMatch(/^svc_[0-9A-Za-z]{49}$/);
    const minutes = msUntil(expiresAt) / 60_000;
    expect(minutes > 14 && minutes <= 15).toBe(true);

    expect((await report(key)).status).toBe(201);
    const other = await w.newProduct();
    expect((await report(key, { productRef: other.slug })).body.code).toBe('key_product_mismatch');
    expect((await service.as(key).get(w.product.url)).body.code).toBe('key_scope_missing');
    expect((await service.as(key).get('/v1/key')).body.code).toBe('key_scope_missing');
    // It is in no list.
    const { apiKeys } = (await service.as(w.admin.token).get(`${w.organization.url}/api-keys`)).body;
    expect(apiKeys).toHaveLength(3);
    const { changes } = (await service.as(w.admin.token).get(`${w.product.url}/changes`)).body;
    expect(
      changes.map(({ type, actor }: { type: string; actor: { name: string } }) => `${type} ${actor.name}`),
    ).toEqual([
      'test_activity.ingested acme/shop',
      'trusted_publisher.token_exchanged acme/shop',
      `trusted_publisher.created ${w.admin.name}`,
    ]);
    const { trustedPublishers } = (await service.as(w.admin.token).get(publishers(w.product))).body;
    expect(trustedPublishers).toEqual([{ ...trustedPublisher, lastUsedAt: expect.any(String) }]);
    // Neither token nor key is kept or logged.
    const kept = await service.database.query('SELECT p::text FROM ingest_passes p');
    expect(JSON.stringify(kept) + service.log.join('')).not.toContain(key);
  });

  test('of GitLab is known by its project, and its token is good 20 times for a product', async () => {
    const w = await world(service);
    const other = await w.newProduct('Other');
    await trustGitLab(w, { ref_path: 'refs/heads/main' }).expect(201);
    await trustGitLab(w, {}, other).expect(201);
    const token = await gitlab.token(audience);
    const to = (productRef: string) => outcome(w, token, { productRef });
    for (let use = 0; use < 20; use += 1) expect(await to(w.product.slug)).toBe('exchanged');
    expect(await to(w.product.slug)).toBe(REFUSED);
    expect(await to(other.slug)).toBe('exchanged');
    // As old as a job may run.
    const hours = (age: number) => ({ iat: nowSeconds() - age * 3600 });
    const aged = (age: number) => gitlab.token(audience, { ...hours(age), nbf: hours(age).iat });
    expect(await outcome(w, aged(23), { productRef: other.slug })).toBe('exchanged');
    expect(await outcome(w, aged(25), { productRef: other.slug })).toBe(REFUSED);
  });

  test('names its product, where several trust it', async () => {
    const w = await world(service);
    const second = await w.newProduct('Second');
    for (const product of [w.product, second]) await trust(w, {}, product).expect(201);
    expect(await outcome(w, github.token(audience))).toBe('400 product_ambiguous');
    expect(await outcome(w, github.token(audience), { productRef: second.slug })).toBe('exchanged');
    expect(await outcome(w, github.token(audience), { productRef: 'unknown' })).toBe(REFUSED);
  });

  test('names its organization, until it has done so once: whoever else trusts it gets nothing of it, and is not in its way', async () => {
    const [one, stranger] = [await world(service), await world(service)];
    const ids = { repository_id: '1001', repository_owner_id: '1000' };
    const ask = async (body: object = {}) => {
      const { status, body: answer } = await exchange(await github.token(audience, ids), body);
      return status === 201 ? answer.apiKey.organizationId : `${status} ${answer.code} ${answer.errors?.[0].path}`;
    };
    const unclear = '400 product_ambiguous /organizationId';
    // First come is nothing that is proved.
    await trust(stranger, ids).expect(201);
    expect(await ask()).toBe(unclear);
    await trust(one, ids).expect(201);
    expect(await ask()).toBe(unclear);
    const own = one.organization.id;
    expect(await ask({ organizationId: newId() })).toBe('401 token_refused undefined');
    expect([await ask({ organizationId: own }), await ask()]).toEqual([own, own]);
    // Who is trusted no longer leaves nobody in their place.
    const [{ id }] = (await service.as(one.admin.token).get(publishers(one.product))).body.trustedPublishers;
    await service
      .as(one.admin.token)
      .delete(`${publishers(one.product)}/${id}`)
      .expect(204);
    expect(await ask()).toBe(unclear);
    // Pipelines that report to two organizations name one each time.
    await trust(one, ids).expect(201);
    for (const { organization } of [one, stranger])
      expect(await ask({ organizationId: organization.id })).toBe(organization.id);
    expect(await ask()).toBe(unclear);
    // A question that was not clear does not use the token up.
    const token = await github.token(audience, ids);
    expect((await exchange(token, {})).body.code).toBe('product_ambiguous');
    expect((await exchange(token, { organizationId: own })).status).toBe(201);
  });

  test('of a pull or merge request reports scans of proposals only', async () => {
    const w = await world(service);
    await trust(w).expect(201);
    await trustGitLab(w).expect(201);
    const pass = await passOf(w, { event_name: 'pull_request', ref: 'refs/pull/7/merge' });
    for (const body of [{}, { line: 'main' }, { line: 'main', context: { trigger: 'pull_request', prNumber: 7 } }])
      expect((await report(pass, body)).body.code).toBe('proposal_only');
    const people = { type: 'manual_test', tool: undefined, context: { trigger: 'pull_request', prNumber: 7 } };
    expect((await report(pass, people)).body.code).toBe('proposal_only');
    expect((await report(pass, { context: { trigger: 'pull_request', prNumber: 7 } })).status).toBe(201);
    const merge = await exchange(await gitlab.token(audience, { pipeline_source: 'merge_request_event' }), {
      organizationId: w.organization.id,
    });
    expect((await report(merge.body.apiKey.key)).body.code).toBe('proposal_only');
    expect((await report(await passOf(w))).status).toBe(201);
  });

  test('of a pull request speaks of its own alone, and one of a queue of any', async () => {
    const w = await world(service);
    await trust(w).expect(201);
    await trustGitLab(w).expect(201);
    const ofPull = (prNumber?: number) => ({ context: { trigger: 'pull_request', prNumber, ref: 'feature' } });
    const pass = await passOf(w, { event_name: 'pull_request', ref: 'refs/pull/7/merge' });
    for (const other of [8, 70, undefined]) expect((await report(pass, ofPull(other))).body.code).toBe('proposal_only');
    expect((await report(pass, { line: 'proposal', context: { trigger: 'push', ref: 'x' } })).status).toBe(403);
    expect((await report(pass, ofPull(7))).status).toBe(201);
    const at = (repository: string) => ({
      context: { ...ofPull(7).context, prUrl: `https://github.com/${repository}/pull/7` },
    });
    for (const other of ['mallory/shop', 'acme/other', 'acme/shop-2', 'notacme/shop'])
      expect((await report(pass, at(other))).body.code).toBe('proposal_only');
    expect((await report(pass, at('Acme/shop'))).status).toBe(201);
    const queue = await passOf(w, { event_name: 'merge_group', ref: 'refs/heads/gh-readonly-queue/main/pr-7-a' });
    for (const number of [7, 8]) expect((await report(queue, ofPull(number))).status).toBe(201);
    const token = gitlab.token(audience, {
      pipeline_source: 'parent_pipeline',
      ref_path: 'refs/merge-requests/3/head',
    });
    const child = (await exchange(await token, { organizationId: w.organization.id }).expect(201)).body.apiKey.key;
    expect([(await report(child, ofPull(4))).status, (await report(child, ofPull(3))).status]).toEqual([403, 201]);
    expect((await report(child)).body.code).toBe('proposal_only');
  });

  test('of a pull request neither takes nor reads by its idempotency keys what others report', async () => {
    const w = await world(service);
    await trust(w).expect(201);
    const idempotencyKey = 'build 4711';
    const pull = (prNumber: number) => ({ idempotencyKey, context: { trigger: 'pull_request', prNumber } });
    const passOfPull = (number: number) => passOf(w, { event_name: 'pull_request', ref: `refs/pull/${number}/merge` });
    const [main, seven, eight] = [await passOf(w), await passOfPull(7), await passOfPull(8)];
    const first = await report(seven, { ...pull(7), findings: [] });
    expect([first.status, first.body.created]).toEqual([201, true]);
    // Main keeps its key, whoever has chosen the same before, and a later one does not read it.
    const ofMain = await report(main, { idempotencyKey });
    expect([ofMain.body.created, ofMain.body.findingCount]).toEqual([true, 1]);
    expect((await report(await passOf(w), { idempotencyKey })).body.created).toBe(false);
    expect((await report(eight, { ...pull(8), findings: [] })).body.created).toBe(true);
    // A job that asks for another pass and sends again is answered as before.
    const again = await report(await passOfPull(7), { ...pull(7), findings: [] });
    expect([again.status, again.body.created, again.body.testActivity]).toEqual([200, false, first.body.testActivity]);
  });

  test('is told at ingest that the product is archived, or the module off', async () => {
    const w = await world(service);
    await trust(w).expect(201);
    const pass = await passOf(w);
    await service.as(w.admin.token).post(`${w.product.url}/archive`).expect(200);
    expect((await report(await passOf(w))).body.code).toBe('product_archived');
    await w.disable('testing');
    expect((await report(pass)).body.code).toBe('module_disabled');
    expect(await outcome(w, github.token(audience))).toBe('exchanged');
  });
});

describe('a token is refused, always with the same answer,', () => {
  const now = () => nowSeconds();

  test.each<[string, () => JWTPayload]>([
    ['for another audience', () => ({ aud: 'https://elsewhere.example' })],
    ['for several audiences', () => ({ aud: [audience, 'https://elsewhere.example'] })],
    ['without audience', () => ({ aud: undefined })],
    ['of another issuer', () => ({ iss: 'https://issuer.example' })],
    ['of GitLab’s issuer with GitHub’s key', () => ({ iss: gitlab.issuer })],
    ['without issuer', () => ({ iss: undefined })],
    ['that has expired', () => ({ exp: now() - 61 })],
    ['without an end', () => ({ exp: undefined })],
    ['that is not yet valid', () => ({ nbf: now() + 120 })],
    ['from the future', () => ({ iat: now() + 120 })],
    ['older than ten minutes, whatever its own end', () => ({ iat: now() - 720, exp: now() + 3600 })],
    ['without an age', () => ({ iat: undefined })],
    ['without an id', () => ({ jti: undefined })],
    ['whose id is no text', () => ({ jti: 7 as never })],
    ['of another repository', () => ({ repository_id: '75' })],
    ['of a fork', () => ({ repository_id: '75', repository_owner_id: '66', repository: 'mallory/shop' })],
    ['of a repository that was given away', () => ({ repository_owner_id: '66' })],
    ['that only has the names', () => ({ repository_id: undefined, repository_owner_id: undefined })],
    ['of another environment', () => ({ environment: 'staging' })],
    ['of no environment', () => ({ environment: undefined })],
    ['of another branch', () => ({ ref: 'refs/heads/feature' })],
    ['of an unprotected branch', () => ({ ref_protected: 'false' })],
    ['of another event', () => ({ event_name: 'pull_request_target' })],
    ['of another workflow', () => ({ job_workflow_ref: 'acme/shop/.github/workflows/b.yml@refs/heads/main' })],
    [
      'of a workflow whose file seems to be the one',
      () => ({ job_workflow_ref: 'acme/shop/.github/workflows/a11y.yml@x.yml@refs/heads/main' }),
    ],
  ])('%s', async (_name, over) => {
    const w = await world(service);
    const claims = {
      environment: 'production',
      ref: 'refs/heads/main',
      ref_protected: 'true',
      event_name: 'push',
      job_workflow_ref: 'acme/shop/.github/workflows/a11y.yml',
    };
    await trust(w, claims).expect(201);
    const right = { environment: 'production' };
    expect(await outcome(w, github.token(audience, { ...right, ...over() }))).toBe(REFUSED);
    expect(await outcome(w, github.token(audience, right))).toBe('exchanged');
  });

  test('while whoever trusted the repository is disabled', async () => {
    const w = await world(service);
    await trust(w).expect(201);
    const disable = (at: string) =>
      service.database.query(`UPDATE users SET disabled_at = ${at} WHERE id IN ($1, $2)`, [w.owner.id, w.admin.id]);
    await disable('now()');
    expect(await outcome(w, github.token(audience))).toBe(REFUSED);
    await disable('NULL');
    expect(await outcome(w, github.token(audience))).toBe('exchanged');
  });

  test('a slash at the end of the audience, and a clock that is a minute off, do not matter', async () => {
    const w = await world(service);
    await trust(w).expect(201);
    expect(await outcome(w, github.token(`${audience}/`))).toBe('exchanged');
    expect(await outcome(w, github.token(audience, { aud: [audience] }))).toBe('exchanged');
    expect(await outcome(w, github.token(audience, { exp: now() - 50 }))).toBe('exchanged');
    expect(await outcome(w, github.token(audience, { iat: now() + 50, nbf: now() + 50 }))).toBe('exchanged');
  });

  test('that nobody signed, that was signed with what is public, or with a key that the issuer does not have', async () => {
    const w = await world(service);
    await trust(w).expect(201);
    const claims = { iss: github.issuer, aud: audience, jti: 'x', iat: now(), exp: now() + 60, repository_id: '74' };
    expect(await outcome(w, new UnsecuredJWT({ ...claims, repository_owner_id: '65' }).encode())).toBe(REFUSED);
    const { exportSPKI, generateKeyPair } = await import('jose');
    const pem = new TextEncoder().encode(await exportSPKI(github.publicKey));
    const { privateKey } = await generateKeyPair('RS256');
    expect(await outcome(w, github.token(audience, {}, { key: pem, header: { alg: 'HS256' } }))).toBe(REFUSED);
    expect(await outcome(w, github.token(audience, {}, { key: privateKey }))).toBe(REFUSED);
    for (const header of [{ kid: 'unknown' }, { kid: undefined }, { kid: 7 }, { crit: ['exp'], exp: 1 }])
      expect(
        await outcome(
          w,
          github.token(audience, {}, { header }).catch(() => 'x.y.z'),
        ),
      ).toBe(REFUSED);
    for (const token of ['x', 'a.b.c', '..', 'e30.e30.', `${'x'.repeat(16_000)}`])
      expect(await outcome(w, token)).toBe(REFUSED);
  });

  test('that was exchanged before, also at once', async () => {
    const w = await world(service);
    const other = await w.newProduct('Other');
    await trust(w).expect(201);
    await trust(w, {}, other).expect(201);
    const token = await github.token(audience);
    const slugs = [w.product.slug, other.slug, w.product.slug, w.product.slug];
    const outcomes = await Promise.all(slugs.map((productRef) => outcome(w, token, { productRef })));
    expect(outcomes.sort()).toEqual([REFUSED, REFUSED, REFUSED, 'exchanged']);
  });

  test('and the log says why, by the request id', async () => {
    const w = await world(service);
    await trust(w).expect(201);
    const token = await github.token(audience, { repository_id: '76' });
    const { body } = await exchange(token, { organizationId: w.organization.id });
    const lines = service.log.filter((line) => line.includes(body.requestId));
    expect(lines.join()).toContain('"no product trusts it'.slice(1));
    expect(lines.join()).toContain('76');
    expect(service.log.join()).not.toContain(token);
  });

  test('a body that is too large, packed, or of another form is refused before it is read as a token', async () => {
    const send = (body: string, headers: Record<string, string> = {}) =>
      service
        .as()
        .post('/api/ingest/token')
        .set({ 'content-type': 'application/json', ...headers })
        .send(body);
    expect((await send(JSON.stringify({ token: 'x'.repeat(17_000) }))).status).toBe(413);
    expect((await send('{"token":"x"}', { 'content-encoding': 'gzip' })).status).toBe(415);
    expect((await send('{}')).body.errors[0].path).toBe('/token');
    expect((await send('{"token":7}')).status).toBe(400);
    expect((await send('{"token":"a\\u0000"}')).status).toBe(400);
    expect((await send('{"token":"x","audience":"y"}')).body.errors[0].path).toBe('/audience');
  });
});

describe('the keys of an issuer', () => {
  test('that are too short to be taken sign nothing', async () => {
    const w = await world(service);
    await trust(w).expect(201);
    useFreshKeys();
    expect(await outcome(w, Promise.resolve(github.shortKeyToken(audience)))).toBe(REFUSED);
    await github.rotate();
    useFreshKeys();
  });

  test('are read once and kept, and again when it signs with a new one', async () => {
    const w = await world(service);
    await trust(w).expect(201);
    stopClock();
    await outcome(w, github.token(audience));
    const before = github.reads;
    for (let i = 0; i < 3; i += 1) expect(await outcome(w, github.token(audience))).toBe('exchanged');
    // Whoever makes up keys does not make us ask all the time.
    for (let i = 0; i < 3; i += 1)
      expect(await outcome(w, github.token(audience, {}, { header: { kid: `made up ${i}` } }))).toBe(REFUSED);
    expect(github.reads - before).toBeLessThanOrEqual(1);
    await github.rotate();
    stopClock(nowMs() + 5_100);
    expect(await outcome(w, github.token(audience))).toBe('exchanged');
  });

  test('that cannot be read are 503, which uses nothing up; the issuer is left alone for a moment', async () => {
    const w = await world(service);
    await trustGitLab(w).expect(201);
    const token = await gitlab.token(audience);
    const fresh = useFreshKeys();
    gitlab.misbehaves = { fails: 500 };
    stopClock();
    const refused = await exchange(token, { organizationId: w.organization.id });
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      503,
      'issuer_unavailable',
      '2',
    ]);
    gitlab.misbehaves = {};
    expect(await outcome(w, token)).toBe('503 issuer_unavailable');
    stopClock(nowMs() + 2_050);
    expect(await outcome(w, token)).toBe('exchanged');
    for (const configuration of [
      { issuer: 'https://other.example' },
      { jwks_uri: 'http://127.0.0.1:1/jwks' },
      { jwks_uri: 7 },
    ]) {
      fresh();
      gitlab.misbehaves = { configuration };
      expect(await outcome(w, gitlab.token(audience))).toBe('503 issuer_unavailable');
    }
    fresh();
    gitlab.misbehaves = { padding: 1_000_000 };
    expect(await outcome(w, gitlab.token(audience))).toBe('503 issuer_unavailable');
    fresh();
    gitlab.misbehaves = {};
    await gitlab.stop();
    expect(await outcome(w, gitlab.token(audience))).toBe('503 issuer_unavailable');
    await gitlab.start();
  });
});

/** Lets the service forget the keys of issuers, as a new process has none. */
function useFreshKeys(): () => void {
  const { issuers } = service.app.get(ExchangeService) as unknown as {
    issuers: Record<'keys' | 'restsUntil', Map<string, unknown>>;
  };
  const forget = () => [issuers.keys, issuers.restsUntil].forEach((kept) => kept.clear());
  forget();
  return forget;
}

test('what has ended is deleted within the hour, and what may come back is not', async () => {
  const w = await world(service);
  await trust(w).expect(201);
  const [token, late] = [await github.token(audience), await passOf(w)];
  await outcome(w, token);
  await service.database.query(
    `UPDATE ingest_passes SET expires_at = now() - interval '1 second' WHERE name = 'acme/shop'`,
  );
  expect((await report(late)).status).toBe(401);
  await service.app.get(ExchangeService).purge();
  const [{ passes }] = await service.database.query('SELECT count(*)::int AS passes FROM ingest_passes');
  expect(passes).toBe(0);
  expect(await outcome(w, token)).toBe(REFUSED);
  await service.database.query(`UPDATE used_tokens SET expires_at = now() - interval '1 second'`);
  await service.app.get(ExchangeService).purge();
  const [{ tokens }] = await service.database.query('SELECT count(*)::int AS tokens FROM used_tokens');
  expect(tokens).toBe(0);
});
