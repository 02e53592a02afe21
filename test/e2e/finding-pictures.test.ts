import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { FindingPictures } from '../../apps/api/src/findings/triage/pictures/finding-pictures.service.js';
import { ReportRuns } from '../../apps/api/src/integrations/monitors/runs/report-runs.service.js';
import { agentOf, type GivenRun, type TestAgent } from '../support/agent.js';
import { daysAhead } from '../support/moments.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

const SITE = 'https://shop.example';

interface TestPicture {
  content: Buffer;
  digest: string;
}

const pictureOf = async (red: number): Promise<TestPicture> => {
  const background = { r: red, g: 0, b: 0 };
  const content = await sharp({ create: { width: 20, height: 20, channels: 3, background } })
    .webp()
    .toBuffer();
  return { content, digest: createHash('sha256').update(content).digest('hex') };
};
const violation = (selector: string, picture?: TestPicture, alternative = `A picture of ${selector}`) => ({
  ...{ ruleId: 'image-alt', title: 'Images must have a text alternative', selector, tool: 'axe-core' },
  ...(picture && { picture: { digest: picture.digest, alternative } }),
});
const send = (
  agent: TestAgent,
  run: GivenRun,
  files: readonly (TestPicture & { name?: string })[],
  lease = run.lease,
) => {
  const request = service.as(agent.token).post(`/api/agent/runs/${run.id}/evidence`).field('lease', lease);
  for (const { content, digest, name = `${digest}.webp` } of files) request.attach('files', content, name);
  return request;
};

/** A product with a monitor that has pictures taken, and an agent. */
async function watched(body: object = {}) {
  const w = await world(service);
  const source = { list: [`${SITE}/`, `${SITE}/cart`] };
  const made = service.as(w.admin.token).post(`${w.product.url}/monitors`);
  await made.send({ name: 'Shop', source, ...body }).expect(201);
  return { w, agent: await agentOf(service, w) };
}
async function begin(w: World, agent: TestAgent): Promise<{ run: GivenRun; pages: { id: string; url: string }[] }> {
  await service.as(w.member.token).post(`${w.product.url}/monitors/1/runs`).expect(201);
  const run = (await agent.claim())!;
  const { pages } = (await agent.call(run, 'next')).body;
  return { run, pages: pages.sort((a: { url: string }, b: { url: string }) => a.url.localeCompare(b.url)) };
}
/** Tells what is on the first page; answers which pictures are wanted. */
const tell = async (agent: TestAgent, run: GivenRun, page: { id: string }, findings: object[]): Promise<string[]> => {
  const { status, body } = await agent.call(run, 'results', { pages: [{ id: page.id, outcome: 'looked', findings }] });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.wanted;
};
const end = async (w: World, agent: TestAgent, run: GivenRun) => {
  await agent.call(run, 'finish');
  await service.app.get(ReportRuns).report({ organizationId: w.organization.id, runId: run.id });
};
const findings = async (w: World) => {
  const { body } = await service.as(w.member.token).get(`${w.product.url}/findings`).expect(200);
  const details = body.findings.map(async ({ id }: { id: string }) => {
    const { finding } = (await service.as(w.member.token).get(`${w.product.url}/findings/${id}`)).body;
    return [finding.selector, finding.picture];
  });
  return Object.fromEntries(await Promise.all(details)) as Record<string, { url: string; alt: string } | null>;
};
const files = async (w: World): Promise<number> => {
  const sql = 'SELECT count(*)::int AS count FROM finding_picture_files WHERE organization_id = $1';
  return (await service.database.query(sql, [w.organization.id]))[0].count;
};
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code}`;

test('the newest picture of a finding is shown with its text alternative, to members alone', async () => {
  const { w, agent } = await watched();
  const [red, blue] = [await pictureOf(200), await pictureOf(10)];
  const first = await begin(w, agent);
  expect(first.run.monitor).toMatchObject({ evidence: true });
  expect(await tell(agent, first.run, first.pages[0]!, [violation('a', red), violation('b')])).toEqual([red.digest]);
  await send(agent, first.run, [red]).expect(204);
  await end(w, agent, first.run);
  const shown = await findings(w);
  expect(shown['b']).toBeNull();
  expect(shown['a']).toMatchObject({ alt: 'A picture of a' });
  const { url } = shown['a']!;
  const read = await service.as(w.member.token).get(url).buffer(true).expect(200);
  expect(read.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-store' });
  expect(read.body).toEqual(red.content);
  const stranger = await world(service);
  expect((await service.as(stranger.owner.token).get(url)).status).toBe(403);
  expect((await service.as(undefined).get(url)).status).toBe(401);
  const elsewhere = url.replace(w.organization.id, stranger.organization.id);
  expect((await service.as(stranger.owner.token).get(elsewhere)).status).toBe(404);

  const second = await begin(w, agent);
  expect(await tell(agent, second.run, second.pages[0]!, [violation('a', blue, 'Newer')])).toEqual([blue.digest]);
  await send(agent, second.run, [blue]).expect(204);
  await end(w, agent, second.run);
  expect((await findings(w))['a']).toMatchObject({ alt: 'Newer' });
  expect((await service.as(w.member.token).get(url).buffer(true)).body).toEqual(blue.content);
});

test('a picture is stored once: of several findings, and of later runs that see the same', async () => {
  const { w, agent } = await watched();
  const red = await pictureOf(201);
  const first = await begin(w, agent);
  const same = [violation('a', red), violation('b', red, 'Another element')];
  expect(await tell(agent, first.run, first.pages[0]!, same)).toEqual([red.digest]);
  await send(agent, first.run, [red, red]).expect(204);
  // What is there is not asked for again, and may be sent all the same.
  expect(await tell(agent, first.run, first.pages[1]!, [violation('c', red)])).toEqual([]);
  await send(agent, first.run, [red]).expect(204);
  await end(w, agent, first.run);
  expect(await findings(w)).toMatchObject({
    a: { alt: 'A picture of a' },
    b: { alt: 'Another element' },
    c: { alt: 'A picture of c' },
  });
  expect(await files(w)).toBe(1);
});

test('what is no such picture is refused by file, and a run has so many', async () => {
  const { w, agent } = await watched();
  const { run, pages } = await begin(w, agent);
  const red = await pictureOf(202);
  const text = Buffer.from('<script>alert(1)</script>');
  const disguised = { content: text, digest: createHash('sha256').update(text).digest('hex') };
  const wrong = await send(agent, run, [red, { ...red, digest: 'f'.repeat(64) }, disguised]);
  expect(wrong.status).toBe(400);
  expect(wrong.body.errors).toMatchObject([
    { path: '/files/1', code: 'malformed' },
    { path: '/files/2', code: 'malformed' },
  ]);
  expect((await send(agent, run, [])).body.errors).toMatchObject([{ path: '/files', code: 'required' }]);
  const many = await Promise.all(Array.from({ length: 21 }, (_, n) => pictureOf(n)));
  expect((await send(agent, run, many)).body.errors).toMatchObject([{ path: '/files', code: 'too_many' }]);
  const large = { content: Buffer.concat([red.content, Buffer.alloc(200_000)]), digest: red.digest };
  expect((await send(agent, run, [large])).status).toBe(413);
  expect(refusal(await send(agent, run, [red], run.id))).toBe('409 lease_lost');
  expect(refusal(await send({ ...agent, token: w.owner.token }, run, [red]))).toBe('401 agent_refused');
  expect(await files(w)).toBe(0);
  await service.database.query('UPDATE monitor_runs SET picture_count = 499 WHERE id = $1', [run.id]);
  const [one, two] = [await pictureOf(1), await pictureOf(2)];
  expect(await tell(agent, run, pages[0]!, [violation('a', one), violation('b', two)])).toEqual([one.digest]);
  await send(agent, run, [one, two]).expect(204);
  expect(await files(w)).toBe(1);
  expect(await tell(agent, run, pages[1]!, [violation('c', two)])).toEqual([]);
});

test('a monitor without pictures asks for none, and takes none', async () => {
  const { w, agent } = await watched({ evidence: false });
  const { run, pages } = await begin(w, agent);
  expect(run.monitor).toMatchObject({ evidence: false });
  const red = await pictureOf(203);
  expect(await tell(agent, run, pages[0]!, [violation('a', red)])).toEqual([]);
  await send(agent, run, [red]).expect(204);
  expect(await files(w)).toBe(0);
});

test('a picture stays while its finding is open, and 30 days; then the file goes too', async () => {
  const { w, agent } = await watched();
  const [red, blue] = [await pictureOf(204), await pictureOf(11)];
  const first = await begin(w, agent);
  await tell(agent, first.run, first.pages[0]!, [violation('a', red), violation('b', blue)]);
  await send(agent, first.run, [red, blue]).expect(204);
  await end(w, agent, first.run);
  const pictures = service.app.get(FindingPictures);
  await pictures.endOld(daysAhead(400));
  expect(await files(w)).toBe(2);
  const second = await begin(w, agent);
  await tell(agent, second.run, second.pages[0]!, [violation('b', blue)]);
  await end(w, agent, second.run);
  await pictures.endOld(daysAhead(29));
  expect(await files(w)).toBe(2);
  await pictures.endOld(daysAhead(31));
  expect(await files(w)).toBe(1);
  expect(Object.keys(await findings(w)).length).toBeGreaterThan(0);
  expect((await findings(w))['b']).not.toBeNull();
});

test('a page with more findings than a stranger may send values is taken from an agent', async () => {
  const { w, agent } = await watched();
  const { run, pages } = await begin(w, agent);
  const many = Array.from({ length: 4000 }, (_, n) => violation(`li:nth-child(${n})`));
  expect(await tell(agent, run, pages[0]!, many)).toEqual([]);
  await end(w, agent, run);
});
