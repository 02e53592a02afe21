import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isTrusted, loadConfig } from './load-config.js';

const place = realpathSync(mkdtempSync(join(tmpdir(), 'curbcut-config-')));
afterAll(() => rmSync(place, { recursive: true }));

const folder = (...names: string[]): string => {
  const path = join(place, ...names);
  mkdirSync(path, { recursive: true });
  return path;
};
const configIn = (path: string, product: string): string => {
  writeFileSync(join(path, 'curbcut.config.json'), JSON.stringify({ product }));
  return join(path, 'curbcut.config.json');
};

test('it is found upwards to the root of the repository, and no further', () => {
  configIn(folder('home'), 'outside');
  folder('home', 'repo', '.git');
  const deep = folder('home', 'repo', 'apps', 'web');
  expect(loadConfig(deep)).toEqual({ config: {} });
  const file = configIn(folder('home', 'repo'), 'root');
  expect(loadConfig(deep)).toEqual({ config: { product: 'root' }, file });
  configIn(folder('home', 'repo', 'apps'), 'nearer');
  expect(loadConfig(deep).config.product).toBe('nearer');
});

test('outside of a repository only the folder itself counts', () => {
  configIn(folder('plain'), 'above');
  expect(loadConfig(folder('plain', 'below'))).toEqual({ config: {} });
  expect(loadConfig(folder('plain')).config.product).toBe('above');
});

test('--config names any other, and one that is not there is said', () => {
  const file = configIn(folder('elsewhere'), 'named');
  expect(loadConfig(place, 'elsewhere/curbcut.config.json')).toEqual({ config: { product: 'named' }, file });
  expect(() => loadConfig(place, 'nowhere.json')).toThrow(/nowhere\.json cannot be read/);
});

test.each([
  ['ours', 1000, 1000, 1000, true],
  ["that of the folder's owner, for a container's job that is root", 1000, 0, 1000, true],
  ["a stranger's", 1001, 1000, 1000, false],
  ["a stranger's, for root", 1001, 0, 0, false],
  ['anybody, where accounts have no numbers', 0, undefined, 0, true],
])('a file is trusted: %s', (_name, owner, self, folder, isGood) => {
  expect(isTrusted(owner, { self, folder })).toBe(isGood);
});

// Only root can give a file away.
(process.getuid?.() === 0 ? test : test.skip)('that of somebody else is refused, unless it is named', () => {
  folder('shared', '.git');
  const below = folder('shared', 'work');
  const file = configIn(folder('shared'), 'theirs');
  chownSync(file, 4711, 4711);
  expect(() => loadConfig(below)).toThrow(/belongs to another account \(4711\).*--config/);
  expect(loadConfig(below, file).config.product).toBe('theirs');
  chownSync(below, 4711, 4711);
  expect(loadConfig(below).config.product).toBe('theirs');
});
