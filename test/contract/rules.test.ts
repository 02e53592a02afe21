import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

test('docs/rules.md names files that are there, and what they have', () => {
  const named = [
    ...readFileSync(resolve(ROOT, 'docs/rules.md'), 'utf8').matchAll(/`([\w/.-]+\.ts)`(?: \(`(\w+)`\))?/g),
  ];
  expect(named.length).toBeGreaterThan(20);
  for (const [, file, name = ''] of named)
    expect([file, readFileSync(resolve(ROOT, 'apps/api/src', file!), 'utf8').includes(name)]).toEqual([file, true]);
});
