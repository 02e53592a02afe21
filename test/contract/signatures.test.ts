import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const NPM = 'https://registry.npmjs.org/';

/** Runs the check beside an npm that says this and ends so. */
function check(said: string, code: number, { complains = '', sleepS = 0 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'curbcut-npm-'));
  const npm = join(folder, 'npm');
  writeFileSync(join(folder, 'said'), said);
  writeFileSync(join(folder, 'complains'), complains);
  writeFileSync(
    npm,
    `#!/bin/sh\n[ ${sleepS} = 0 ] || exec sleep ${sleepS}\ncat '${folder}/said'\ncat '${folder}/complains' >&2\nexit ${code}\n`,
  );
  chmodSync(npm, 0o755);
  const path = [folder, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/check-signatures.mjs'], {
    encoding: 'utf8',
    env: { PATH: path, SIGNATURES_TIMEOUT_MS: '500' },
  });
  return { status, said: `${stdout}${stderr}` };
}

const found = (parts: object) => JSON.stringify({ invalid: [], missing: [], ...parts });
const failed = (code: string, summary = code) => JSON.stringify({ error: { code, summary, detail: '' } });

test('good signatures are good', () => {
  expect(check(found({}), 0)).toEqual({ status: 0, said: 'signatures of packages are good\n' });
});

test.each([
  ['does not fit', found({ invalid: [{ code: 'EINTEGRITYSIGNATURE', name: 'pg', version: '8.0.0', registry: NPM }] })],
  ['attests something else', found({ invalid: [{ code: 'EATTESTATIONVERIFY', name: 'pg', version: '8.0.0' }] })],
  ['is missing where all are signed', found({ missing: [{ name: 'pg', version: '8.0.0', registry: NPM }] })],
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
  [
    'gives keys but no signatures',
    found({ missing: [{ name: 'pg', version: '8.0.0', registry: 'https://m.example/' }] }),
    '',
  ],
  ['answers with a page', '<html>', 'npm error Invalid response body'],
  ['says nothing', '', ''],
])('a registry that %s is no failure, and is told', (_what, said, complains) => {
  const { status, said: told } = check(said, 1, { complains });
  expect(status).toBe(0);
  expect(told).toMatch(/^no registry that signs is in reach/);
});

test('who does not answer in time is not waited for', () => {
  const begun = performance.now();
  expect(check('', 0, { sleepS: 30 }).status).toBe(0);
  expect(performance.now() - begun).toBeLessThan(20_000);
});
