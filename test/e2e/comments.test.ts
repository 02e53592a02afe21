import { newId } from '#libs/ids';
import { evaluating } from '../support/evaluation.js';
import { finding, scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const { scan } = scansAt(service);

const as = ({ token }: { token: string }) => service.as(token);
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code}`;
const issueOf = async (w: World, title = 'Barrier'): Promise<string> =>
  (await as(w.owner).post(`${w.product.url}/issues`).send({ title }).expect(201)).headers['location']!;
const findingOf = async (w: World): Promise<string> => {
  const { id } = (await as(w.owner).get(`${w.product.url}/findings`)).body.findings[0];
  return `${w.product.url}/findings/${id}`;
};
const say = async (who: { token: string }, record: string, body = 'Seen.') =>
  (await as(who).post(`${record}/comments`).send({ body }).expect(201)).body.comment;

describe('members and keys comment', () => {
  test('on issues, findings, audits and conformance reports, each with numbers of its own', async () => {
    const w = await world(service);
    await scan(w, [finding()]);
    const post = async (path: string, body: object) =>
      (await as(w.owner).post(`${w.product.url}/${path}`).send(body).expect(201)).headers['location']!;
    for (const record of [
      await issueOf(w),
      await findingOf(w),
      await post('audits', {}),
      await post('conformance-reports', { title: 'x' }),
    ]) {
      const answer = await as(w.member).post(`${record}/comments`).send({ body: '**Seen.**' }).expect(201);
      const { comment } = answer.body;
      expect(comment).toEqual({
        ...{ id: expect.any(String), number: 1, body: '**Seen.**', html: '<p><strong>Seen.</strong></p>\n' },
        ...{ author: { id: w.member.id, name: w.member.name }, mentions: [], evidenceIds: [], cell: null },
        ...{ createdAt: expect.any(String), editedAt: null, deletedAt: null, trackerKind: null },
      });
      expect(answer.headers['location']).toBe(`${record}/comments/${comment.id}`);
      expect((await as(w.admin).get(answer.headers['location']!)).body.comment).toEqual(comment);
      expect((await say(w.admin, record)).number).toBe(2);
      const { body } = await as(w.member).get(`${record}/comments`).expect(200);
      expect(body.comments.map(({ number }: { number: number }) => number)).toEqual([1, 2]);
      expect(body.pagination.total).toBe(2);
      const latest = (await as(w.member).get(`${record}/comments?order=desc&pageSize=1`)).body.comments;
      expect(latest.map(({ number }: { number: number }) => number)).toEqual([2]);
    }
  });

  test('a key is named, and changes what it wrote itself', async () => {
    const w = await world(service);
    const url = `${await issueOf(w)}/comments`;
    const other = await w.key({ scopes: ['read', 'write'] });
    const made = await service.as(w.keys.write).post(url).send({ body: 'Built.' }).expect(201);
    expect(made.body.comment.author).toEqual({ keyName: 'read+write' });
    const one = made.headers['location']!;
    expect(refusal(await service.as(other).patch(one).send({ body: 'x' }))).toBe('403 not_author');
    expect(refusal(await as(w.owner).patch(one).send({ body: 'x' }))).toBe('403 not_author');
    expect(refusal(await service.as(w.keys.read).post(url).send({ body: 'x' }))).toBe('403 key_scope_missing');
    await service.as(w.keys.write).patch(one).send({ body: 'Built again.' }).expect(200);
  });

  test('nobody else reads or writes them, and an organization reaches none of another', async () => {
    const [w, foreign] = [await world(service), await world(service)];
    const issue = await issueOf(w);
    const { id } = await say(w.owner, issue);
    const theirs = await issueOf(foreign);
    for (const path of ['comments', `comments/${id}`, `comments/${id}/versions`, 'timeline']) {
      expect((await as(foreign.owner).get(`${issue}/${path}`)).status).toBe(403);
      expect((await service.as().get(`${issue}/${path}`)).status).toBe(401);
    }
    expect(refusal(await as(foreign.owner).get(`${theirs}/comments/${id}`))).toBe('404 not_found');
    expect(refusal(await as(foreign.owner).delete(`${theirs}/comments/${id}`))).toBe('404 not_found');
    // Nor one record those of another.
    expect(refusal(await as(w.owner).get(`${await issueOf(w)}/comments/${id}`))).toBe('404 not_found');
    for (const record of [
      'issues/999',
      'issues/x',
      `findings/${newId()}`,
      'findings/1',
      'audits/9',
      'conformance-reports/9',
    ])
      expect(refusal(await as(w.owner).post(`${w.product.url}/${record}/comments`).send({ body: 'x' }))).toBe(
        '404 not_found',
      );
    await w.disable('issues');
    expect(refusal(await as(w.owner).get(`${issue}/comments`))).toBe('403 module_disabled');
  });
});

describe('a text', () => {
  const REFUSED: [string, unknown, string][] = [
    ['none', undefined, 'required'],
    ['white space', ' \n ', 'malformed'],
    ['more than 20,000 characters', 'x'.repeat(20_001), 'too_long'],
    ['a NUL', 'a\u0000b', 'invalid_text'],
    ['a number', 7, 'wrong_type'],
  ];
  test.each(REFUSED)('is refused: %s', async (_what, body, code) => {
    const w = await world(service);
    const { status, body: problem } = await as(w.owner)
      .post(`${await issueOf(w)}/comments`)
      .send({ body });
    expect([status, problem.errors.map((fault: { code: string }) => fault.code)]).toEqual([
      400,
      expect.arrayContaining([code]),
    ]);
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JAVA&#83;CRIPT:alert(1))',
    '[x](vbscript:x)',
    '[x](data:text/html,x)',
    '[x](file:///etc/passwd)',
    '![x](https://tracker.example/pixel.png)',
    '![x](javascript:alert(1))',
    '<https://a.example/" onmouseover="alert(1)>',
    '[a]: javascript:alert(1)\n\n[a]',
    '```"><script>alert(1)</script>\n```',
    '@[<script>](user:00000000-0000-0000-0000-000000000000)',
    '[x](user:00000000-0000-0000-0000-000000000000)',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
  ])('%j becomes HTML without anything that acts', async (body) => {
    const w = await world(service);
    const { html, mentions } = await say(w.owner, await issueOf(w), body);
    const tags = [...html.matchAll(/<([a-z0-9]+)([^>]*)>/g)].map(([, name, attributes]) => [name, attributes]);
    for (const [name, attributes] of tags) {
      expect(['p', 'a', 'pre', 'code', 'em', 'strong']).toContain(name);
      const names = [...attributes.matchAll(/\s([a-z-]+)="[^"]*"/g)].map(([, attribute]) => attribute);
      expect(['href', 'rel', 'class', 'title']).toEqual(expect.arrayContaining(names));
      for (const [, address] of attributes.matchAll(/href="([^"]*)"/g)) expect(address).toMatch(/^https?:\/\//);
    }
    expect(mentions).toEqual([]);
  });

  test('of 20,000 characters is kept as it was sent', async () => {
    const w = await world(service);
    const body = '*a_ [b](<c `d` 𝒆\n'.repeat(2_000).slice(0, 20_000);
    expect((await say(w.owner, await issueOf(w), body)).body).toBe(body);
  });
});

describe('mentions', () => {
  test('are of members and issues that there are; all else stays text', async () => {
    const [w, foreign] = [await world(service), await world(service)];
    const [issue, other] = [await issueOf(w), await w.newProduct('Other')];
    await as(w.owner).post(`${other.url}/issues`).send({ title: 'x' }).expect(201);
    const { mentions, html } = await say(
      w.owner,
      issue,
      `@[x](user:${w.member.id}) @[x](user:${w.member.id}) @[y](user:${foreign.owner.id}) #1 #99 ${other.slug}#1 ${foreign.product.slug}#1`,
    );
    expect(mentions.map(({ id: _id, ...mention }: { id: string }) => mention)).toEqual([
      { kind: 'user', name: w.member.name, productSlug: null, number: null },
      ...[w.product.slug, other.slug]
        .sort()
        .map((productSlug) => ({ kind: 'issue', name: null, productSlug, number: 1 })),
    ]);
    expect(html).toContain(`<span data-user="${w.member.id}">@${w.member.name}</span>`);
    expect(html).toContain('<span data-issue="#1">#1</span>');
    expect(html).toContain(`<span data-issue="${other.slug}#1">`);
    expect(html).toContain(' @y ');
    expect(html).toContain(' #99 ');
    expect(html).not.toContain(foreign.owner.id);
  });

  test('are of 20 people at most', async () => {
    const w = await world(service);
    const body = (people: number) => Array.from({ length: people }, () => `@[x](user:${newId()})`).join(' ');
    const issue = await issueOf(w);
    await say(w.owner, issue, body(20));
    const refused = await as(w.owner)
      .post(`${issue}/comments`)
      .send({ body: body(21) });
    expect([refused.status, refused.body.errors[0]]).toEqual([
      400,
      expect.objectContaining({ path: '/body', code: 'too_many', params: { max: 20 } }),
    ]);
  });
});

describe('editing and deleting', () => {
  test('the author edits, and what it said before is shown to who reads it', async () => {
    const w = await world(service);
    const issue = await issueOf(w);
    const { id, createdAt } = await say(w.member, issue, 'One');
    const url = `${issue}/comments/${id}`;
    for (const who of [w.admin, w.owner])
      expect(refusal(await as(who).patch(url).send({ body: 'x' }))).toBe('403 not_author');
    const edited = (await as(w.member).patch(url).send({ body: '_Two_' }).expect(200)).body.comment;
    expect(edited).toMatchObject({ body: '_Two_', html: '<p><em>Two</em></p>\n', createdAt });
    expect(edited.editedAt).not.toBeNull();
    // The same again is no version.
    await as(w.member).patch(url).send({ body: '_Two_' }).expect(200);
    const { versions } = (await as(w.admin).get(`${url}/versions`).expect(200)).body;
    expect(versions).toEqual([{ body: 'One', html: '<p>One</p>\n', writtenAt: createdAt }]);
  });

  test('the last 50 versions are kept', async () => {
    const w = await world(service);
    const issue = await issueOf(w);
    const { id } = await say(w.member, issue, 'Text 0');
    for (let i = 1; i <= 52; i += 1)
      await as(w.member)
        .patch(`${issue}/comments/${id}`)
        .send({ body: `Text ${i}` })
        .expect(200);
    const { versions } = (await as(w.member).get(`${issue}/comments/${id}/versions`)).body;
    expect([versions.length, versions[0].body, versions.at(-1).body]).toEqual([50, 'Text 51', 'Text 2']);
  });

  test('the author, an admin or an owner deletes; a stone stays', async () => {
    const w = await world(service);
    const issue = await issueOf(w);
    const other = await w.person('member');
    for (const who of [w.member, w.admin, w.owner]) {
      const { id, number } = await say(w.member, issue, `Of #1 and @[x](user:${w.owner.id})`);
      const url = `${issue}/comments/${id}`;
      await as(w.member).patch(url).send({ body: 'Secret' }).expect(200);
      expect(refusal(await as(other).delete(url))).toBe('403 role_too_low');
      await as(who).delete(url).expect(204);
      expect((await as(other).get(url)).body.comment).toMatchObject({
        ...{ id, number, body: null, html: null, author: null, mentions: [], deletedAt: expect.any(String) },
      });
      expect((await as(other).get(`${url}/versions`)).body.versions).toEqual([]);
      expect(refusal(await as(w.owner).delete(url))).toBe('409 comment_deleted');
      expect(refusal(await as(w.member).patch(url).send({ body: 'x' }))).toBe('409 comment_deleted');
    }
    const [{ n }] = await service.database.query(
      `SELECT count(*)::int AS n FROM comment_versions WHERE organization_id = $1`,
      [w.organization.id],
    );
    expect(n).toBe(0);
  });

  test('in an archived product comments are read and nothing else', async () => {
    const w = await world(service);
    const issue = await issueOf(w);
    const { id } = await say(w.member, issue);
    await as(w.owner).post(`${w.product.url}/archive`).expect(200);
    for (const path of ['comments', `comments/${id}`, 'timeline'])
      await as(w.member).get(`${issue}/${path}`).expect(200);
    const one = `${issue}/comments/${id}`;
    expect(refusal(await as(w.member).post(`${issue}/comments`).send({ body: 'x' }))).toBe('409 product_archived');
    expect(refusal(await as(w.member).patch(one).send({ body: 'x' }))).toBe('409 product_archived');
    expect(refusal(await as(w.member).delete(one))).toBe('409 product_archived');
    expect(refusal(await as(w.member).post(`${issue}/comments`).send({ body: '' }))).toBe('400 invalid_input');
  });

  test('comments go with their record', async () => {
    const w = await world(service);
    const issue = await issueOf(w);
    await say(w.owner, issue);
    await as(w.owner).delete(issue).expect(204);
    const audit = (await as(w.owner).post(`${w.product.url}/audits`).send({}).expect(201)).headers['location']!;
    await say(w.owner, audit);
    await as(w.owner).delete(audit).expect(204);
    const rows = await service.database.query('SELECT id FROM comments WHERE organization_id = $1', [
      w.organization.id,
    ]);
    expect(rows).toEqual([]);
  });
});

test('comments on cells of an audit name what it asks for and examines', async () => {
  const w = await world(service);
  const { audit, requirements } = await evaluating(service, w);
  const [{ requirementId }, second] = requirements as unknown as [{ requirementId: string }, { requirementId: string }];
  const on = (cell: object) => as(w.member).post(`${audit.url}/comments`).send({ body: 'Look.', cell });
  expect((await on({ requirementId, entry: 1 }).expect(201)).body.comment.cell).toEqual({ requirementId, entry: 1 });
  expect((await on({ requirementId, entry: 'all' }).expect(201)).body.comment.cell.entry).toBe('all');
  await say(w.member, audit.url);
  const refused = await on({ requirementId: newId(), entry: 99 });
  expect([refused.status, refused.body.errors.map(({ path }: { path: string }) => path)]).toEqual([
    400,
    ['/cell/requirementId', '/cell/entry'],
  ]);
  const count = async (query: string) =>
    (await as(w.member).get(`${audit.url}/comments?${query}`)).body.comments.length;
  expect(await count('')).toBe(3);
  expect(await count(`requirementId=${requirementId}`)).toBe(2);
  expect(await count(`requirementId=${requirementId}&entry=1`)).toBe(1);
  expect(await count('entry=all')).toBe(1);
  expect(await count(`requirementId=${second.requirementId}`)).toBe(0);
  expect(refusal(await as(w.member).get(`${audit.url}/comments?entry=x`))).toBe('400 invalid_input');
  const issue = await issueOf(w);
  const onIssue = await as(w.member)
    .post(`${issue}/comments`)
    .send({ body: 'x', cell: { requirementId, entry: 1 } });
  expect(onIssue.body.errors[0]).toMatchObject({ path: '/cell', code: 'not_applicable' });
});

test('events and messages name a comment and never its text', async () => {
  const w = await world(service);
  const issue = await issueOf(w, 'Trap');
  const { id } = await say(w.member, issue, 'Confidential one');
  await as(w.member).patch(`${issue}/comments/${id}`).send({ body: 'Confidential two' }).expect(200);
  await as(w.member).delete(`${issue}/comments/${id}`).expect(204);
  const { body, text } = await as(w.admin).get(`${w.product.url}/changes?subjectKind=comment`);
  expect(body.changes.map(({ type, subject }: { type: string; subject: object }) => [type, subject])).toEqual(
    ['deleted', 'updated', 'created'].map((what) => [
      `comment.${what}`,
      { kind: 'comment', id, number: 1, title: 'Trap' },
    ]),
  );
  expect(text).not.toContain('Confidential');
});

test('a finding that somebody has commented on stays when the run that proposed it is undone, as if it had been edited', async () => {
  const w = await world(service);
  const preview = { context: { trigger: 'pull_request', environment: 'preview', prNumber: 7 } };
  await scan(w, [finding({ ruleId: 'one' }), finding({ ruleId: 'two' })], preview);
  const { findings } = (await as(w.owner).get(`${w.product.url}/findings?proposed=true`)).body;
  const [commented, other] = findings.map(({ id }: { id: string }) => `${w.product.url}/findings/${id}`);
  await say(w.member, commented);
  const { number } = (await as(w.owner).get(`${w.product.url}/test-activity`)).body.testActivities[0];
  await as(w.owner).delete(`${w.product.url}/test-activity/${number}`).expect(204);
  await as(w.owner).get(other).expect(404);
  await as(w.owner).get(commented).expect(200);
  expect((await as(w.owner).get(`${commented}/comments`)).body.comments).toHaveLength(1);
});

test('an issue that somebody has commented on stays when its triage is undone', async () => {
  const w = await world(service);
  await scan(w, [finding()]);
  const url = await findingOf(w);
  const { decision, issue } = (await as(w.owner).post(`${url}/confirm`).send({}).expect(201)).body;
  await say(w.member, `${w.product.url}/issues/${issue.number}`);
  const undone = await as(w.owner)
    .post(`${w.organization.url}/findings/decisions/${decision.id}/undo`)
    .send({})
    .expect(200);
  expect(undone.body.kept).toHaveLength(1);
  await as(w.owner).get(`${w.product.url}/issues/${issue.number}`).expect(200);
});

test('issues are found by what was said about them, and no longer once that is deleted', async () => {
  const w = await world(service);
  const [issue] = [await issueOf(w, 'Alpha'), await issueOf(w, 'Beta kumquat')];
  const { id } = await say(w.member, issue, 'The Kumquat label is missing.');
  const found = async (base: string) =>
    (await as(w.member).get(`${base}/issues?q=kumquat&sortField=number&sortDirection=asc`)).body.issues.map(
      ({ title }: { title: string }) => title,
    );
  for (const base of [w.product.url, w.organization.url]) expect(await found(base)).toEqual(['Alpha', 'Beta kumquat']);
  const foreign = await world(service);
  expect((await as(foreign.owner).get(`${foreign.organization.url}/issues?q=kumquat`)).body.issues).toEqual([]);
  await as(w.member).delete(`${issue}/comments/${id}`).expect(204);
  expect(await found(w.product.url)).toEqual(['Beta kumquat']);
});

describe('the timeline', () => {
  interface Entry {
    kind: string;
    id: string;
    comment: { body: string | null } | null;
    change: { type: string } | null;
  }
  const told = (entries: Entry[]) => entries.map(({ comment, change }) => comment?.body ?? change?.type);

  test('has comments and changes in one order, in both directions and by pages', async () => {
    const w = await world(service);
    const issue = await issueOf(w);
    await say(w.member, issue, 'First');
    await as(w.owner).patch(issue).send({ severity: 'high' }).expect(200);
    const { id } = await say(w.owner, issue, 'Second');
    await as(w.owner).patch(issue).send({ state: 'closed' }).expect(200);
    const whole = ['issue.created', 'First', 'issue.updated', 'Second', 'issue.updated'];
    const { entries, pagination } = (await as(w.member).get(`${issue}/timeline`).expect(200)).body;
    expect([told(entries), pagination.total]).toEqual([whole, 5]);
    expect(entries.map(({ kind }: Entry) => kind)).toEqual(['change', 'comment', 'change', 'comment', 'change']);
    expect(entries[1].comment.author).toEqual({ id: w.member.id, name: w.member.name });
    expect(told((await as(w.member).get(`${issue}/timeline?order=desc`)).body.entries)).toEqual(whole.toReversed());
    for (const order of ['asc', 'desc']) {
      const read: Entry[] = [];
      let next: string | undefined = `${issue}/timeline?pageSize=2&order=${order}`;
      while (next) {
        const page: { body: { entries: Entry[] }; headers: Record<string, string> } = await as(w.member).get(next);
        read.push(...page.body.entries);
        next = /<(.*)>/.exec(page.headers['link'] ?? '')?.[1];
      }
      expect(told(read)).toEqual(order === 'asc' ? whole : whole.toReversed());
    }
    await as(w.owner).delete(`${issue}/comments/${id}`).expect(204);
    expect(told((await as(w.member).get(`${issue}/timeline`)).body.entries)).toEqual(whole.with(3, undefined as never));
  });

  test('has comments alone where the change log is switched off', async () => {
    const w = await world(service);
    const issue = await issueOf(w);
    await say(w.member, issue, 'First');
    await w.disable('changes');
    const { entries, pagination } = (await as(w.member).get(`${issue}/timeline`).expect(200)).body;
    expect([told(entries), pagination.total]).toEqual([['First'], 1]);
  });

  test('refuses a cursor of another list', async () => {
    const w = await world(service);
    const issue = await issueOf(w);
    await say(w.member, issue);
    expect(refusal(await as(w.member).get(`${issue}/timeline?after=AAAA`))).toBe('400 cursor_invalid');
    expect(refusal(await as(w.member).get(`${issue}/timeline?order=up`))).toBe('400 invalid_input');
  });
});

test('with the account its name goes, from texts that mention it too; what was said stays, and the export has it', async () => {
  const w = await world(service);
  const issue = await issueOf(w);
  const { id } = await say(w.member, issue, `Of @[${w.member.name}](user:${w.member.id.toUpperCase()}).`);
  await as(w.member)
    .patch(`${issue}/comments/${id}`)
    .send({ body: `And @[me](user:${w.member.id})!` })
    .expect(200);
  await service.database.query('UPDATE sessions SET proved_at = now() WHERE user_id = $1', [w.member.id]);
  const { comments } = (await as(w.member).get('/v1/me/export').expect(200)).body;
  expect(comments).toEqual([
    expect.objectContaining({ recordKind: 'issue', number: 1, body: `And @[me](user:${w.member.id})!` }),
  ]);
  expect(comments[0].versions).toHaveLength(1);
  await as(w.member).post('/api/auth/delete-user').send({}).expect(200);
  const { comment } = (await as(w.owner).get(`${issue}/comments/${id}`)).body;
  expect(comment).toMatchObject({
    author: null,
    mentions: [],
    body: 'And @former member!',
    html: '<p>And @former member!</p>\n',
  });
  const { versions } = (await as(w.owner).get(`${issue}/comments/${id}/versions`)).body;
  expect(versions[0].body).toBe('Of @former member.');
});
