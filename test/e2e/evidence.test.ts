import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '#libs/ids';
import sharp from 'sharp';
import type { Response, Test } from 'supertest';
import { evidenceIn } from '../support/evidence.js';
import { evaluating } from '../support/evaluation.js';
import { plain } from '../support/pictures.js';
import { eventually } from '../support/eventually.js';
import { finding, scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService({ WORKER: 'inline', LIMIT_EVIDENCE_BYTES: '3000000' });
const { scan } = scansAt(service);

const MEBIBYTE = 1_048_576;
const ALT = 'The pay button without a name.';
const MP4 = Buffer.concat([Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2', 'latin1'), Buffer.alloc(5_000, 7)]);

const as = ({ token }: { token: string }) => service.as(token);
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code}`;
const upload = (who: { token: string }, w: World, file: Buffer, fields: Record<string, string> = {}): Test =>
  Object.entries(fields).reduce(
    (request, [name, value]) => request.field(name, value),
    as(who).post(`${w.product.url}/evidence`).attach('file', file, 'shot.bin'),
  );
const uploaded = async (who: { token: string }, w: World, file: Buffer, fields: Record<string, string> = {}) =>
  (await upload(who, w, file, fields).expect(201)).body.evidence;
const filesThere = (): string[] => {
  const folder = join(service.settings.dataDir, 'uploads', 'evidence');
  return existsSync(folder) ? readdirSync(folder) : [];
};
const underWay = (): string[] => {
  const folder = join(service.settings.dataDir, 'under-way');
  return existsSync(folder) ? readdirSync(folder) : [];
};
const fileOf = (id: string): string => `${id.replaceAll('-', '')}.file`;
const png = () => plain(40, 30).png().toBuffer();

describe('a file', () => {
  test('that is a picture is kept in its size and kind, without metadata, and shown to members alone', async () => {
    const w = await world(service);
    const located = await plain(40, 30)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Ada', Artist: 'Ada' } })
      .toBuffer();
    const answer = await upload(w.member, w, located, { alt: ALT, title: 'Checkout' }).expect(201);
    const { evidence } = answer.body;
    expect(evidence).toEqual({
      ...{ id: expect.any(String), mediaType: 'image/jpeg', title: 'Checkout', alt: ALT, keepsMetadata: false },
      ...{ bytes: expect.any(Number), sha256: expect.any(String), createdAt: expect.any(String) },
      uploadedBy: { id: w.member.id, name: w.member.name },
    });
    const shown = await as(w.admin).get(answer.headers['location']!).expect(200);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(shown.headers).not.toHaveProperty('content-disposition');
    const kept = shown.body as Buffer;
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 30 });
    expect((await sharp(kept).metadata()).exif).toBeUndefined();
    expect([evidence.bytes, evidence.sha256]).toEqual([kept.length, createHash('sha256').update(kept).digest('hex')]);
    expect(refusal(await service.as(undefined).get(answer.headers['location']!))).toBe('401 unauthenticated');
    expect(refusal(await as(w.stranger).get(answer.headers['location']!))).toBe('403 not_a_member');
    await eventually(() => underWay().length === 0);
  });

  test('is what its content says, whatever it is called', async () => {
    const w = await world(service);
    const page = Buffer.from('<script>alert(1)</script>');
    const { id } = await uploaded(w.member, w, page);
    const sent = await as(w.member).get(`${w.product.url}/evidence/${id}`).buffer(true).expect(200);
    expect(sent.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(sent.headers['content-disposition']).toBe('attachment');
    expect(sent.text).toBe(page.toString());
    const pdf = await uploaded(w.member, w, Buffer.from('%PDF-1.7\n%\xe2\xe3', 'latin1'));
    expect(pdf).toMatchObject({ mediaType: 'application/pdf', keepsMetadata: true });
    for (const odd of [
      Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1'),
      Buffer.from('PK\x03\x04\0\0', 'latin1'),
      Buffer.from([0xff, 0xfe]),
    ])
      expect(refusal(await upload(w.member, w, odd))).toBe('415 unsupported_media_type');
  });

  test('may be read in parts', async () => {
    const w = await world(service);
    const { id } = await uploaded(w.member, w, MP4);
    const read = (range: string) =>
      as(w.member).get(`${w.product.url}/evidence/${id}`).set('Range', range).buffer(true).parse(binary);
    const part = await read('bytes=4-7');
    expect([part.status, part.headers['content-range'], String(part.body)]).toEqual([
      206,
      `bytes 4-7/${MP4.length}`,
      'ftyp',
    ]);
    expect((await read('bytes=-5000')).body).toEqual(MP4.subarray(-5_000));
    const whole = await read(`bytes=${MP4.length}-`);
    expect([whole.status, whole.body]).toEqual([200, MP4]);
    const { headers } = await as(w.member).head(`${w.product.url}/evidence/${id}`).expect(200);
    expect(headers['content-length']).toBe(String(MP4.length));
  });

  test('is refused where it moves, is damaged, lacks its text alternative, is too large, or comes beside others', async () => {
    const w = await world(service);
    const frames = await Promise.all(['#000', '#fff'].map((colour) => plain(8, 8, colour).png().toBuffer()));
    const animated = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect(refusal(await upload(w.member, w, animated, { alt: ALT }))).toBe('400 picture_animated');
    const half = (await png()).subarray(0, 60);
    expect(refusal(await upload(w.member, w, half, { alt: ALT }))).toBe('400 picture_undecodable');
    const mute = await upload(w.member, w, await png());
    expect([refusal(mute), mute.body.errors[0].path]).toEqual(['400 invalid_input', '/alt']);
    expect(refusal(await upload(w.member, w, await png(), { alt: ' ' }))).toBe('400 invalid_input');
    expect(refusal(await upload(w.member, w, await png(), { alt: 'x'.repeat(1_001) }))).toBe('400 invalid_input');
    expect(refusal(await upload(w.member, w, await png(), { alt: ALT, other: 'x' }))).toBe('400 invalid_input');
    const large = Buffer.concat([await png(), Buffer.alloc(10 * MEBIBYTE)]);
    expect(refusal(await upload(w.member, w, large, { alt: ALT }))).toBe('413 payload_too_large');
    expect(refusal(await upload(w.member, w, Buffer.alloc(51 * MEBIBYTE, 'a')))).toBe('413 payload_too_large');
    const two = upload(w.member, w, Buffer.from('a')).attach('file', Buffer.from('b'), 'b.txt');
    expect(refusal(await two)).toBe('400 invalid_input');
    expect(refusal(await as(w.member).post(`${w.product.url}/evidence`).field('title', 'x'))).toBe('400 invalid_input');
    expect(refusal(await as(w.member).post(`${w.product.url}/evidence`).send({}))).toBe('415 unsupported_media_type');
    expect(
      refusal(await service.as(w.keys.read).post(`${w.product.url}/evidence`).attach('file', Buffer.from('a'), 'a')),
    ).toBe('403 key_scope_missing');
    await eventually(() => underWay().length === 0);
    expect((await as(w.member).get(`${w.product.url}/evidence`)).body.evidence).toEqual([]);
  });

  test('is not kept beyond what an organization may keep, whoever uploads at once', async () => {
    const w = await world(service);
    const file = Buffer.alloc(1_100_000, 'a');
    const answers = await Promise.all([w.owner, w.admin, w.member, w.owner].map((who) => upload(who, w, file)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(answer.body.code).toBe('limit_reached');
      expect(answer.body.message).toContain('LIMIT_EVIDENCE_BYTES');
    }
  });

  test('is deleted by who uploaded it and by admins, with its file', async () => {
    const w = await world(service);
    const mine = await evidenceIn(service, w.member, w.product.url);
    const theirs = await evidenceIn(service, w.admin, w.product.url);
    const url = (id: string) => `${w.product.url}/evidence/${id}`;
    expect(filesThere()).toContain(fileOf(mine.id));
    expect(refusal(await as(w.member).delete(url(theirs.id)))).toBe('403 role_too_low');
    const again = await evidenceIn(service, w.member, w.product.url);
    await as(w.member).delete(url(again.id)).expect(204);
    expect(refusal(await as(w.member).get(url(again.id)))).toBe('404 not_found');
    await as(w.owner).delete(url(theirs.id)).expect(204);
    await eventually(() => ![fileOf(again.id), fileOf(theirs.id)].some((file) => filesThere().includes(file)));
  });

  test('of another product or organization is not there', async () => {
    const [w, other] = [await world(service), await world(service)];
    const second = await w.newProduct();
    const { id } = await evidenceIn(service, w.member, w.product.url);
    const foreign = await evidenceIn(service, other.member, other.product.url);
    for (const url of [
      `${second.url}/evidence/${id}`,
      `${w.product.url}/evidence/${foreign.id}`,
      `${w.product.url}/evidence/${newId()}`,
    ]) {
      expect(refusal(await as(w.owner).get(url))).toBe('404 not_found');
      expect(refusal(await as(w.owner).delete(url))).toBe('404 not_found');
    }
    const { body } = await as(w.owner).get(`${w.product.url}/evidence?id=${foreign.id}&id=${id}`).expect(200);
    expect(body.evidence.map((one: { id: string }) => one.id)).toEqual([id]);
  });
});

describe('records have evidence', () => {
  const ids = async (w: World, url: string) => (await as(w.member).get(`${url}/evidence`).expect(200)).body.evidenceIds;

  test('issues and findings, of their own product alone', async () => {
    const w = await world(service);
    await scan(w, [finding()]);
    const [{ id: findingId }] = (await as(w.owner).get(`${w.product.url}/findings`)).body.findings;
    const issue = (await as(w.owner).post(`${w.product.url}/issues`).send({ title: 'x' })).headers['location']!;
    const one = await evidenceIn(service, w.member, w.product.url);
    const elsewhere = await evidenceIn(service, w.member, (await w.newProduct()).url);
    for (const url of [issue, `${w.product.url}/findings/${findingId}`]) {
      expect(await ids(w, url)).toEqual([]);
      const put = (...evidenceIds: string[]) => as(w.member).put(`${url}/evidence`).send({ evidenceIds });
      expect((await put(one.id, one.id.toUpperCase()).expect(200)).body.evidenceIds).toEqual([one.id]);
      const unknown = await put(one.id, elsewhere.id);
      expect([refusal(unknown), unknown.body.errors[0].path]).toEqual(['400 invalid_input', '/evidenceIds/1']);
      expect(await ids(w, url)).toEqual([one.id]);
      expect((await put().expect(200)).body.evidenceIds).toEqual([]);
    }
    await as(w.owner).post(`${w.product.url}/archive`);
    expect(refusal(await as(w.member).put(`${issue}/evidence`).send({ evidenceIds: [] }))).toBe('409 product_archived');
    expect(refusal(await upload(w.member, w, Buffer.from('a')))).toBe('409 product_archived');
  });

  test('comments, which lose it when they are deleted', async () => {
    const w = await world(service);
    const issue = (await as(w.owner).post(`${w.product.url}/issues`).send({ title: 'x' })).headers['location']!;
    const [one, two] = [
      await evidenceIn(service, w.member, w.product.url),
      await evidenceIn(service, w.member, w.product.url),
    ];
    const say = (evidenceIds: string[]) => as(w.member).post(`${issue}/comments`).send({ body: 'Seen.', evidenceIds });
    expect((await say([newId()])).body.errors[0].path).toBe('/evidenceIds/0');
    const made = await say([one.id]).expect(201);
    expect(made.body.comment.evidenceIds).toEqual([one.id]);
    const url = made.headers['location']!;
    const changed = await as(w.member)
      .patch(url)
      .send({ body: 'Seen.', evidenceIds: [two.id] })
      .expect(200);
    expect(changed.body.comment.evidenceIds).toEqual([two.id]);
    expect((await as(w.member).patch(url).send({ body: 'Seen again.' })).body.comment.evidenceIds).toEqual([two.id]);
    await as(w.member).delete(url).expect(204);
    expect((await as(w.member).get(url)).body.comment.evidenceIds).toEqual([]);
  });

  test('outcomes, and what a completed audit rests on stays', async () => {
    const w = await world(service);
    const e = await evaluating(service, w);
    const { requirementId } = e.requirements[0]!;
    const { id } = await evidenceIn(service, w.member, w.product.url);
    const cell = { requirementId, entry: 1 };
    const decide = (evidenceIds: string[]) =>
      as(w.member)
        .patch(`${e.audit.url}/outcomes`)
        .send({ outcomes: [{ ...cell, outcome: 'failed', evidenceIds }] });
    expect((await decide([newId()])).body.errors[0].path).toBe('/outcomes/0/evidenceIds/0');
    const { body } = await decide([id]).expect(200);
    expect(body).toMatchObject({ changed: 1, outcomes: [{ ...cell, outcome: 'failed', evidenceIds: [id] }] });
    expect((await decide([id])).body.changed).toBe(0);
    const grid = (await as(w.member).get(`${e.audit.url}/outcomes?view=grid`)).body;
    expect(grid.cells).toEqual([expect.objectContaining({ ...cell, evidenceCount: 1 })]);
    await as(w.member).patch(e.audit.url).send({ status: 'completed', acceptUntested: true }).expect(200);
    const url = `${w.product.url}/evidence/${id}`;
    expect(refusal(await as(w.member).delete(url))).toBe('409 evidence_in_use');
    await as(w.member).patch(e.audit.url).send({ status: 'in_progress' }).expect(200);
    await as(w.member).delete(`${e.audit.url}/sample/1?withOutcomes=true`).expect(204);
    await as(w.member).delete(url).expect(204);
  });
});

describe('evidence ends', () => {
  const age = (ids: string[]) =>
    service.database.query(
      `UPDATE evidence SET unused_since = unused_since - interval '25 hours' WHERE id = ANY ($1)`,
      [ids],
    );
  const endUnused = () => service.database.query(`SELECT graphile_worker.add_job('end_unused_evidence')`);
  const isThere = async (w: World, id: string) =>
    (await as(w.owner).get(`${w.product.url}/evidence?id=${id}`)).body.evidence.length === 1;

  test('a day after no record has it, and not before', async () => {
    const w = await world(service);
    const make = () => evidenceIn(service, w.member, w.product.url);
    const [fresh, unused, ofIssue, ofDeleted] = [await make(), await make(), await make(), await make()];
    const issue = async (evidenceId: string) => {
      const url = (await as(w.owner).post(`${w.product.url}/issues`).send({ title: 'x' })).headers['location']!;
      await as(w.owner)
        .put(`${url}/evidence`)
        .send({ evidenceIds: [evidenceId] })
        .expect(200);
      return url;
    };
    await issue(ofIssue.id);
    await as(w.owner)
      .delete(await issue(ofDeleted.id))
      .expect(204);
    await age([unused.id, ofIssue.id, ofDeleted.id]);
    await endUnused();
    await eventually(async () => !(await isThere(w, unused.id)) && !(await isThere(w, ofDeleted.id)));
    expect([await isThere(w, fresh.id), await isThere(w, ofIssue.id)]).toEqual([true, true]);
    await eventually(() => !filesThere().includes(fileOf(unused.id)));
    expect(filesThere()).toEqual(expect.arrayContaining([fileOf(fresh.id), fileOf(ofIssue.id)]));
  });

  test('with its product, and with its organization', async () => {
    const w = await world(service);
    const second = await w.newProduct();
    const [one, two] = [
      await evidenceIn(service, w.member, second.url),
      await evidenceIn(service, w.member, w.product.url),
    ];
    await as(w.owner).delete(second.url).expect(204);
    await eventually(() => !filesThere().includes(fileOf(one.id)));
    expect(filesThere()).toContain(fileOf(two.id));
    await service
      .as(w.owner.token)
      .post('/api/auth/organization/delete')
      .send({ organizationId: w.organization.id })
      .expect(200);
    await eventually(() => !filesThere().includes(fileOf(two.id)));
  });
});

test('whoever takes their data along gets what they uploaded, decided and are to examine', async () => {
  const w = await world(service);
  const e = await evaluating(service, w);
  const { requirementId } = e.requirements[0]!;
  const { id } = await evidenceIn(service, w.member, w.product.url);
  await e.decide({ requirementId, entry: 2, outcome: 'failed', note: 'No name.' });
  const assignments = [{ memberId: w.member.id, requirementIds: [requirementId] }];
  await as(w.member).put(`${e.audit.url}/assignments`).send({ assignments }).expect(200);
  const { body } = await as(w.member).get('/v1/me/export').expect(200);
  expect(body.evidence).toEqual([expect.objectContaining({ id, mediaType: 'text/plain' })]);
  expect(body.outcomes).toEqual([
    expect.objectContaining({ requirementId, entry: 2, outcome: 'failed', note: 'No name.' }),
  ]);
  expect(body.auditAssignments).toEqual([
    expect.objectContaining({ requirementIds: [requirementId], auditNumber: e.audit.number }),
  ]);
  expect((await as(w.owner).get('/v1/me/export')).body).toMatchObject({
    evidence: [],
    outcomes: [],
    auditAssignments: [],
  });
});

/** Reads an answer as bytes. */
function binary(response: Response, done: (error: Error | null, body: Buffer) => void): void {
  const stream = response as unknown as NodeJS.ReadableStream;
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  stream.on('end', () => done(null, Buffer.concat(parts)));
}
