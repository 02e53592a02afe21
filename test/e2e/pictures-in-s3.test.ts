import sharp from 'sharp';
import { BUCKET, type S3Store, startS3Store } from '../support/s3-store.js';
import { plain } from '../support/pictures.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const environment: Record<string, string> = {};
let store: S3Store;

beforeAll(async () => {
  store = await startS3Store();
  Object.assign(environment, store.environment);
});
const service = useService(environment);
afterAll(async () => store.stop());

const upload = async (token: string) =>
  service
    .as(token)
    .post('/v1/profile-picture')
    .attach('file', await plain(40, 30).png().toBuffer(), 'me.png');

test('a picture lies in the bucket, is shown by the service, and goes from there', async () => {
  const { stranger } = await world(service);
  const path = new URL((await upload(stranger.token)).body.image).pathname;
  expect([...store.objects.keys()]).toEqual([path.replace('/uploads', `/${BUCKET}`)]);
  const shown = await service.as().get(path);
  expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp']);
  expect(await sharp(shown.body as Buffer).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
  expect((await service.as().head(path)).status).toBe(200);
  expect((await service.as(stranger.token).delete('/v1/profile-picture')).status).toBe(204);
  expect(store.objects.size).toBe(0);
  expect((await service.as().get(path)).status).toBe(404);
});

test('while the store refuses, pictures are 503, and people can still do without theirs', async () => {
  const { stranger } = await world(service);
  const path = new URL((await upload(stranger.token)).body.image).pathname;
  store.refuse = true;
  try {
    expect((await service.as().get(path)).status).toBe(503);
    expect((await upload(stranger.token)).status).toBe(503);
    expect((await service.as(stranger.token).delete('/v1/profile-picture')).status).toBe(204);
  } finally {
    store.refuse = false;
  }
  expect(service.log.filter((line) => line.includes('AccessDenied')).length).toBeGreaterThan(0);
  expect(service.log.join('')).not.toContain('secret');
});
