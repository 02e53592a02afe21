// The proofs in their short form. Those that judge how long something takes run alone, and so does the one in which a
// hundred requests wait for each other, since none may wait for long; of the others, two run at a time.
import { spawnSync } from 'node:child_process';
import { NIGHTLY_PROOFS } from './nightly-proofs.mjs';

const TIMED =
  'proof/(attacks-(bodies|http|keys|limits)|backup|embedded-postgres|faults-|hostile-strangers|load|monitors|proxies|races-numbers|replicas-)';

for (const which of [
  ['-w', '2', '--testPathIgnorePatterns', TIMED, NIGHTLY_PROOFS],
  ['--runInBand', '--testPathPatterns', TIMED],
]) {
  const { status } = spawnSync('npx', ['jest', '--selectProjects', 'proof', ...which], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
