// Fails unless `allowScripts` of package.json names exactly the packages of the lock that have an install script, on
// any platform, and says of each whether it runs. Run: npm run install-scripts
import { readFileSync } from 'node:fs';

const read = (path) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));

const listed = read('package.json').allowScripts;
const found = new Set(
  Object.entries(read('package-lock.json').packages)
    .filter(([path, { hasInstallScript }]) => path !== '' && hasInstallScript)
    .map(([path, { name }]) => name ?? path.replace(/^.*node_modules\//, '')),
);
const faults = [
  ...[...found].filter((name) => typeof listed[name] !== 'boolean').map((name) => `${name} has an install script`),
  ...Object.keys(listed)
    .filter((name) => !found.has(name))
    .map((name) => `${name} has none, or is not installed`),
];
if (faults.length > 0) {
  console.error(`"allowScripts" of package.json says otherwise:\n${faults.join('\n')}`);
  process.exit(1);
}
