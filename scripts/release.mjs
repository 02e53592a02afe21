// Makes what a release consists of, and publishes nothing: the packages, an inventory of what is in the service
// (CycloneDX), deploy/ with the image by its digest, and their checksums, in `release/`. Run: node scripts/release.mjs
// --image NAME@sha256:… (a tag must stand at HEAD), or with --dry-run for all that can be tried before there is a tag
// and an image. `npm run build` comes first.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { deployedImage, notesOf, releaseFaults } from './release-rules.mjs';

const OUT = 'release';
const PACKAGES = ['package.json', 'apps/cli/package/package.json', 'libs/client/package.json'];
const OVERLAYS = ['single', 'replicas'].map((name) => `deploy/kubernetes/overlays/${name}/kustomization.yaml`);

/** @param {string} file */
const read = (file) => readFileSync(file, 'utf8');
/** @type {(program: string, ...args: string[]) => string} */
const run = (program, ...args) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });

const { 'dry-run': isTrial, image } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false }, image: { type: 'string' } },
}).values;

const { version } = JSON.parse(read('package.json'));
const tags = run('git', 'tag', '--points-at', 'HEAD').split('\n').filter(Boolean);
const faults = releaseFaults({
  tags: isTrial ? [`v${version}`] : tags,
  packages: Object.fromEntries(PACKAGES.map((file) => [file, JSON.parse(read(file)).version])),
  changelog: read('CHANGELOG.md'),
  dockerfile: read('Dockerfile'),
  image: isTrial ? (image ?? `registry.example.org/curbcut@sha256:${'0'.repeat(64)}`) : image,
});
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT);
for (const file of readdirSync('dist/downloads').filter((name) => name.endsWith('.tgz')))
  copyFileSync(join('dist/downloads', file), join(OUT, file));
writeFileSync(
  join(OUT, `curbcut-${version}.cdx.json`),
  run('npm', 'sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx'),
);
packDeploy();
writeFileSync(join(OUT, 'NOTES.md'), notesOf(read('CHANGELOG.md'), version));
const made = readdirSync(OUT).sort();
const sums = made.map(
  (file) =>
    `${createHash('sha256')
      .update(readFileSync(join(OUT, file)))
      .digest('hex')}  ${file}\n`,
);
writeFileSync(join(OUT, 'SHA256SUMS'), sums.join(''));
console.log([...made, 'SHA256SUMS'].map((file) => `${OUT}/${file}`).join('\n'));
if (isTrial)
  console.log(
    'Tried only: without a tag, and where --image is absent with the digest of no image. Nothing is published.',
  );

/** Packs deploy/ and compose.yaml as they are at HEAD, with the image by its digest in the overlays. */
function packDeploy() {
  const folder = mkdtempSync(join(tmpdir(), 'curbcut-release-'));
  try {
    for (const file of ['deploy', 'compose.yaml', '.env.example', 'LICENSE'])
      cpSync(file, join(folder, file), { recursive: true });
    for (const overlay of OVERLAYS)
      writeFileSync(
        join(folder, overlay),
        deployedImage(read(overlay), image ?? `registry.example.org/curbcut@sha256:${'0'.repeat(64)}`),
      );
    const options = [
      '--sort=name',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      `--mtime=@${run('git', 'log', '-1', '--format=%ct').trim()}`,
    ];
    run('tar', ...options, '-czf', join(OUT, `curbcut-deploy-${version}.tar.gz`), '-C', folder, '.');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
