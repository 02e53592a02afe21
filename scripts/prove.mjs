// The proofs in their short form. Those that judge how long something takes run alone, and so does the one in which a
// hundred requests wait for each other, since none may wait for long; of the others, two run at a time.
import { spawnSync } from 'node:child_process';

const TIMED =
  'proof/(attacks-(bodies|http|keys|limits)|backup|embedded-postgres|faults-|hostile-strangers|load|monitors|proxies|races-numbers|replicas-)';

// What judges holds of 50 ms and work beside work needs a machine that does nothing else: each night, not each commit.
const NIGHTLY = 'proof/(event-loop|neighbours)';

for (const which of [
  ['-w', '2', '--testPathIgnorePatterns', TIMED, NIGHTLY],
  ['--runInBand', '--testPathPatterns', TIMED],
]) {
  const { status } = spawnSync('npx', ['jest', '--selectProjects', 'proof', ...which], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
