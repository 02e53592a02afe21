// Fails unless every package that the lock installs for production, on any platform, and every one that is bundled into
// the console has a licence that we may pass on. Run: npm run licences, after a build.
import { existsSync, readFileSync } from 'node:fs';

/** Permissive licences: they require nothing but their notices from those who ship Curbcut. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
]);

/** Packages that are let in one by one, with the reason. */
const EXCEPTIONS = [
  // A shared library that sharp loads and that anyone may exchange: what the LGPL asks for.
  { name: /^@img\/sharp-/, licence: 'LGPL-3.0-or-later' },
];

/** Packages whose manifest names no licence, by version, with the one that their own text grants. */
const STATED = { 'pause@0.0.1': 'MIT' };

const fromRoot = (path) => new URL(`../${path}`, import.meta.url);
const read = (path) => JSON.parse(readFileSync(fromRoot(path), 'utf8'));

/** The licence of a package: the lock's, else what older manifests call `licenses`, else what its text states. */
function licenceOf(path, name, { license, version }) {
  const manifest = `${path}/package.json`;
  const { licenses } = !license && existsSync(fromRoot(manifest)) ? read(manifest) : {};
  return license ?? licenses?.map(({ type }) => type).join(' OR ') ?? STATED[`${name}@${version}`];
}

/** Whether an SPDX expression lets us in: one of OR, all of AND; a mixture of both is for a person to read. */
function admits(expression, isAllowed) {
  const parts = expression.replace(/^\(|\)$/g, '').split(/ (?:AND|OR) /);
  if (expression.includes(' AND ') && expression.includes(' OR ')) return isAllowed(expression);
  return expression.includes(' OR ') ? parts.some(isAllowed) : parts.every(isAllowed);
}

const counts = {};
const faults = [];
for (const [path, entry] of Object.entries(read('package-lock.json').packages)) {
  if (path === '' || entry.dev) continue;
  const name = path.replace(/^.*node_modules\//, '');
  const licence = licenceOf(path, name, entry);
  const isAllowed = (one) =>
    ALLOWED.has(one) || EXCEPTIONS.some((exception) => exception.licence === one && exception.name.test(name));
  counts[licence] = (counts[licence] ?? 0) + 1;
  if (!licence || !admits(licence, isAllowed))
    faults.push(`${name}@${entry.version}: ${licence ?? 'names no licence'}`);
}

const BUNDLED = 'dist/web/licences.json';
if (!existsSync(fromRoot(BUNDLED))) throw new Error('Build first: what the console bundles is known then.');
for (const { name, version, identifier } of read(BUNDLED))
  if (!identifier || !admits(identifier, (one) => ALLOWED.has(one)))
    faults.push(`${name}@${version}, in the console: ${identifier ?? 'names no licence'}`);

if (faults.length > 0) {
  console.error(`Packages whose licence is not on the list of scripts/check-licences.mjs:\n${faults.join('\n')}`);
  process.exit(1);
}
console.log(
  Object.entries(counts)
    .sort()
    .map(([licence, count]) => `${licence}: ${count}`)
    .join('\n'),
);
