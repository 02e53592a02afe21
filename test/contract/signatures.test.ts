import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const REGISTRY = 'https://registry.example.org/';

/** Runs the check beside an npm that says this and ends so, or that never does, for which it waits as long as it has to. */
function check(said: string, code: number, { complains = '', ends = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'curbcut-npm-'));
  const npm = join(folder, 'npm');
  writeFileSync(join(folder, 'said'), said);
  writeFileSync(join(folder, 'complains'), complains);
  writeFileSync(
    npm,
    ends
      ? `#!/bin/sh\ncat '${folder}/said'\ncat '${folder}/complains' >&2\nexit ${code}\n`
      : '#!/bin/sh\nexec sleep infinity\n',
  );
  chmodSync(npm, 0o755);
  const path = [folder, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/check-signatures.mjs'], {
    encoding: 'utf8',
    env: { PATH: path, SIGNATURES_TIMEOUT_MS: ends ? '0' : '1' },
  });
  return { status, said: `${stdout}${stderr}` };
}

const found = (parts: object) => JSON.stringify({ invalid: [], missing: [], ...parts });
const failed = (code: string, summary = code) => JSON.stringify({ error: { code, summary, detail: '' } });

/** All that npm has installed here, without signatures. */
function installed(): object[] {
  const lock = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')) as { packages: object };
  return Object.keys(lock.packages).map((location) => ({
    name: location,
    location,
    version: '8.0.0',
    registry: REGISTRY,
  }));
}

test('good signatures are good', () => {
  expect(check(found({}), 0)).toEqual({ status: 0, said: 'signatures of packages are good\n' });
});

test.each([
  [
    'does not fit',
    found({ invalid: [{ code: 'EINTEGRITYSIGNATURE', name: 'pg', version: '8.0.0', registry: REGISTRY }] }),
  ],
  ['attests something else', found({ invalid: [{ code: 'EATTESTATIONVERIFY', name: 'pg', version: '8.0.0' }] })],
  ['is missing where all are signed', found({ missing: [{ name: 'pg', version: '8.0.0', registry: REGISTRY }] })],
])('a signature that %s fails, and names its package', (_what, said) => {
  const { status, said: told } = check(said, 1);
  expect(status).toBe(1);
  expect(told).toContain('pg@8.0.0');
});

test.each(['EMISSINGSIGNATUREKEY', 'EEXPIREDSIGNATUREKEY'])('a key that is not the registry’s fails: %s', (code) => {
  expect(check(failed(code), 1).status).toBe(1);
  expect(check('', 1, { complains: `npm error code ${code}\n` }).status).toBe(1);
});

test('a bad signature among more than a megabyte of them fails too', () => {
  const invalid = [{ code: 'EINTEGRITYSIGNATURE', name: 'pg', version: '8.0.0', message: 'x'.repeat(3_000_000) }];
  expect(check(found({ invalid }), 1).status).toBe(1);
});

test.each([
  ['is not found', failed('ENOTFOUND'), ''],
  ['refuses', failed('ECONNREFUSED'), ''],
  ['has no certificate that we trust', failed('SELF_SIGNED_CERT_IN_CHAIN'), ''],
  ['answers 502', failed('E502', 'Bad Gateway'), ''],
  ['gives no keys', failed('', 'found no dependencies to audit that were installed from a supported registry'), ''],
  ['gives keys but no signatures', found({ missing: installed() }), ''],
  ['answers with a page', '<html>', 'npm error Invalid response body'],
  ['says nothing', '', ''],
])('a registry that %s is no failure, and is told', (_what, said, complains) => {
  const { status, said: told } = check(said, 1, { complains });
  expect(status).toBe(0);
  expect(told).toMatch(/^no registry that signs is in reach/);
});

test('who does not answer in time is not waited for', () => {
  const { status, said } = check('', 0, { ends: false });
  expect(status).toBe(0);
  expect(said).toMatch(/^no registry that signs is in reach.*ETIMEDOUT/);
});
