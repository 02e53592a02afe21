// Packs the command line and the client into dist/downloads, where the service serves them, with a list of what is
// there and the schema of the command line's configuration. Run: npm run downloads:build, after the compiler and
// cli:build.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const OUT = 'dist/downloads';
const digest = (/** @type {string} */ algorithm, /** @type {Buffer} */ bytes) => createHash(algorithm).update(bytes);

/**
 * @param {string} name what the file is called: curbcut gives curbcut-0.2.0.tgz
 * @param {string} folder of the package
 */
function pack(name, folder) {
  const said = execFileSync('npm', ['pack', '--silent', '--json', '--pack-destination', OUT, `./${folder}`], {
    encoding: 'utf8',
  });
  // What a package prepares before it is packed may say something first.
  const [{ filename, version }] = JSON.parse(said.slice(said.indexOf('[')));
  const bytes = readFileSync(join(OUT, filename));
  const file = `${name}-${version}.tgz`;
  rmSync(join(OUT, filename));
  writeFileSync(join(OUT, file), bytes);
  return {
    name,
    version,
    path: `/downloads/${file}`,
    sha256: digest('sha256', bytes).digest('hex'),
    integrity: `sha512-${digest('sha512', bytes).digest('base64')}`,
    bytes: bytes.length,
  };
}

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const downloads = [pack('curbcut', 'dist/cli'), pack('curbcut-client', 'libs/client')];
writeFileSync(join(OUT, 'downloads.json'), JSON.stringify(downloads));
copyFileSync('dist/cli/curbcut.schema.json', join(OUT, 'curbcut.schema.json'));
