import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { nowMs } from '../support/moments.js';
import { plain } from '../support/pictures.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';
import { png, uploadsTo } from '../support/uploads.js';
import { world, type World } from '../support/world.js';

const service = useService({ WORKER: 'inline', WEBHOOKS_ALLOW_PRIVATE: 'true' });
const { upload, isStored, look } = uploadsTo(service);

let server: Server;
let answer: RequestListener;
beforeAll(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const host = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const gives = (file: Buffer): void => void (answer = (_request, response) => response.end(file));

const ownImage = async (token: string): Promise<string | null> =>
  (await service.as(token).get('/api/auth/get-session')).body.user.image;
/** As another in the organization sees the member. */
const seenImage = async (w: World): Promise<unknown[]> => {
  const { body } = await service.as(w.admin.token).get(`${w.organization.url}/members?ids=${w.member.id}`);
  const members = await service
    .as(w.admin.token)
    .get(`/api/auth/organization/list-members?organizationId=${w.organization.id}`);
  const own = (members.body.members as { userId: string; user: { image: string | null } }[]).find(
    ({ userId }) => userId === w.member.id,
  );
  return [body.members[0].image, own!.user.image];
};
const name = (w: World, image: string | null) =>
  service.as(w.member.token).post('/api/auth/update-user').send({ image });
const isFetched = (token: string) =>
  eventually(async () => (await ownImage(token))?.startsWith(`${service.settings.publicUrl}/uploads/avatars/`));

test('a picture that a person names is shown to themselves at once, and to others when it is fetched and stored', async () => {
  const w = await world(service);
  let release = (): void => {};
  const file = await png();
  answer = (_request, response) => void (release = () => response.end(file));
  const address = `${host()}/me.png`;
  expect((await name(w, address)).status).toBe(200);
  expect(await ownImage(w.member.token)).toBe(address);
  expect(await seenImage(w)).toEqual([null, null]);
  await eventually(() => {
    release();
    return ownImage(w.member.token).then((image) => image !== address);
  });
  const stored = (await ownImage(w.member.token))!;
  expect(await seenImage(w)).toEqual([stored, stored]);
  expect(await sharp(await look(stored)).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
});

test('at sign-up and by the profile too', async () => {
  gives(await png());
  const body = { name: 'Ada', email: `ada-${nowMs()}@example.org`, password: 'a horse that staples 9 batteries' };
  const { body: made } = await service
    .as()
    .post('/api/auth/sign-up/email')
    .send({ ...body, image: `${host()}/a.png` });
  expect(made.user.image).toBe(`${host()}/a.png`);
  await isFetched(made.token);
  await service
    .as(made.token)
    .patch('/v1/me')
    .send({ image: `${host()}/b.png` });
  await isFetched(made.token);
});

test('a profile that is sent back as it was read keeps the picture that is stored', async () => {
  const w = await world(service);
  const { image } = (await upload(w.member.token, await png())).body;
  expect((await name(w, image)).status).toBe(200);
  expect([await ownImage(w.member.token), ...(await seenImage(w)), isStored(image)]).toEqual([
    image,
    image,
    image,
    true,
  ]);
});

test.each<[string, () => Promise<RequestListener> | RequestListener]>([
  ['is not there', () => (_request, response) => response.writeHead(404).end()],
  ['is a page', () => (_request, response) => response.end('<script>alert(1)</script>')],
  ['is larger than an upload may be', () => (_request, response) => response.end(Buffer.alloc(2_097_153, 255))],
  [
    'has more pixels than we decode',
    async () => {
      const file = await plain(5_001, 5_000).png().toBuffer();
      return (_request, response) => response.end(file);
    },
  ],
])('one that %s is dropped, as the person sees', async (_what, make) => {
  const w = await world(service);
  answer = await make();
  await name(w, `${host()}/me.png`);
  await eventually(async () => (await ownImage(w.member.token)) === null);
  expect(await seenImage(w)).toEqual([null, null]);
});

test('who chooses another picture meanwhile keeps that one', async () => {
  const w = await world(service);
  let asked = false;
  let release = (): void => {};
  const file = await png();
  answer = (_request, response) => {
    asked = true;
    release = () => response.end(file);
  };
  await name(w, `${host()}/late.png`);
  await eventually(() => asked);
  const { image } = (await upload(w.member.token, await png('blue'))).body;
  release();
  await eventually(async () => {
    const jobs = await service.database.query<unknown[]>(
      `SELECT 1 FROM graphile_worker.jobs WHERE key = 'picture:' || $1`,
      [w.member.id],
    );
    return jobs.length === 0;
  });
  expect([await ownImage(w.member.token), isStored(image)]).toEqual([image, true]);
});

test('what an address of ours is named for is not another’s picture', async () => {
  const w = await world(service);
  const { image } = (await upload(w.admin.token, await png())).body;
  await name(w, image);
  expect(await seenImage(w)).toEqual([null, null]);
});
