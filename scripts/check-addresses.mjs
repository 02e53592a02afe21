// Fails where a file of this tree names a registry of packages or a mirror of one: npm and apt are configured with them,
// by who installs. Run: npm run addresses
import { spawnSync } from 'node:child_process';

const HOSTS = [
  'registry[.](npmjs[.]org|yarnpkg[.]com|npmmirror[.]com)',
  'unpkg[.]com',
  'cdn[.]jsdelivr[.]net',
  '(deb|snapshot|security)[.]debian[.]org',
  'debian[.]org/debian',
  '(archive|security|ports)[.]ubuntu[.]com',
  'pypi[.]org/simple',
  'files[.]pythonhosted[.]org',
  'proxy[.]golang[.]org',
];
/** What npm writes into a lock unless .npmrc has `omit-lockfile-registry-resolved`. */
const RESOLVED = '"resolved":[[:space:]]*"https?:';

/** @param {string} expression @param {string[]} files @returns {string[]} where it stands */
function find(expression, files) {
  const words = ['grep', '--untracked', '-nIoE', expression, '--', ...files];
  const { status, stdout, stderr } = spawnSync('git', words, { encoding: 'utf8' });
  // 1 is nothing found.
  if (status !== 0 && status !== 1) throw new Error(`git grep failed:\n${stderr}`);
  return stdout.split('\n').filter(Boolean);
}

const found = [...find(HOSTS.join('|'), []), ...find(RESOLVED, ['*package-lock.json'])];
if (found.length > 0) {
  console.error(`Addresses of registries or mirrors, which belong to the configuration of npm and apt:`);
  console.error(found.join('\n'));
  process.exit(1);
}
