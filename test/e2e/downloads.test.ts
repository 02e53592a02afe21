import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { useService } from '../support/service.js';

const service = useService();
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

interface Download {
  name: string;
  version: string;
  path: string;
  sha256: string;
  integrity: string;
  bytes: number;
}

const listed = async (): Promise<Download[]> => {
  const { body } = await service.as().get('/downloads').expect(200);
  return (body as { downloads: Download[] }).downloads;
};

const fetched = (path: string) => service.as().get(path).buffer(true).responseType('blob');

test('the version is told to anybody', async () => {
  const { body } = await service.as().get('/version').expect(200);
  expect(body).toEqual({ service: version, interface: version, oldestClient: '0.1.0' });
});

test('the service lists the command line and the client of its own version', async () => {
  const downloads = await listed();
  expect(downloads.map(({ name, version, path }) => [name, version, path])).toEqual([
    ['curbcut', version, `/downloads/curbcut-${version}.tgz`],
    ['curbcut-client', version, `/downloads/curbcut-client-${version}.tgz`],
  ]);
});

test('a package has the digests and the size that are told of it, and never changes under its version', async () => {
  for (const { path, sha256, integrity, bytes } of await listed()) {
    const { body, headers } = await fetched(path).expect(200);
    const content = body as Buffer;
    expect(content).toHaveLength(bytes);
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    expect(`sha512-${createHash('sha512').update(content).digest('base64')}`).toBe(integrity);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toBe('application/gzip');
  }
});

test('without a version it is the package of the running service, asked for anew each time', async () => {
  const { headers } = await fetched('/downloads/curbcut.tgz').expect(200);
  expect(headers['cache-control']).toBe('no-cache');
  await service.as().get('/downloads/curbcut.tgz').set('If-None-Match', headers.etag!).expect(304);
});

test('the schema of the configuration is served to editors', async () => {
  const { body, headers } = await service.as().get('/downloads/curbcut.schema.json').expect(200);
  expect(headers['content-type']).toContain('application/schema+json');
  expect(body).toMatchObject({ properties: { product: { type: 'string' } } });
});

test.each(['curbcut-0.0.1.tgz', 'downloads.json', '..%2fservice%2fmain.js', 'curbcut'])(
  '%s is not found: no other version, no other file',
  async (name) => {
    const { body } = await service.as().get(`/downloads/${name}`).expect(404);
    expect(body).toMatchObject({ code: 'not_found' });
  },
);
