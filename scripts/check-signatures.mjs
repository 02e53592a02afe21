// Checks the signatures of all packages that are installed, as the registry of npm's configuration signs them. Fails for
// a bad one alone: where no registry that signs is in reach, nothing can be checked, and that is said. Run: npm run
// signatures
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What npm calls a signature that does not fit, or whose key the registry does not know or no longer uses. */
const BAD = new Set(['EINTEGRITYSIGNATURE', 'EATTESTATIONVERIFY', 'EMISSINGSIGNATUREKEY', 'EEXPIREDSIGNATUREKEY']);

const options = ['--json', '--loglevel=error', '--fetch-retries=1', '--fetch-timeout=15000'];
const ended = spawnSync('npm', ['audit', 'signatures', ...options], {
  encoding: 'utf8',
  // 0 waits for ever.
  timeout: Number(process.env['SIGNATURES_TIMEOUT_MS'] ?? 50_000),
  killSignal: 'SIGKILL',
  maxBuffer: 2 ** 28,
});

/** What npm found; undefined where it found nothing out. */
function readFound() {
  try {
    return /** @type {Record<string, any>} */ (JSON.parse(ended.stdout));
  } catch {
    return undefined;
  }
}

/** How many packages npm has installed, which are those that it looks at. */
function countInstalled() {
  try {
    return Object.keys(JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')).packages).length;
  } catch {
    return 0;
  }
}

const found = readFound();
/** @type {{ name: string, version: string }[]} */
const missing = found?.missing ?? [];
// A mirror that passes on keys without signatures lacks those of all packages.
const signsNothing = missing.length > countInstalled() / 2;
const unsigned = signsNothing ? [] : missing;
const bad = [...(found?.invalid ?? []), ...unsigned].map(({ name, version }) => `${name}@${version}`);
const code = found?.error?.code ?? /\bE[A-Z]*(?:SIGNATURE|ATTESTATION)[A-Z]*\b/.exec(ended.stderr ?? '')?.[0];

if (bad.length > 0 || BAD.has(code)) {
  process.stderr.write(
    `signatures of packages are missing or bad: ${bad.join(', ') || found?.error?.summary || code}\n`,
  );
  process.exit(1);
}
if (ended.status === 0 && found) process.stdout.write('signatures of packages are good\n');
else {
  const { code: failure } = /** @type {NodeJS.ErrnoException} */ (ended.error ?? {});
  const why = failure ?? found?.error?.summary ?? ended.stderr?.trim().split('\n').at(-1);
  process.stdout.write(
    `no registry that signs is in reach, so signatures are not checked here (${why || 'no answer'})\n`,
  );
}
