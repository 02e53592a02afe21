import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { threadFile } from '../../../test/support/thread-file.js';
import { inThread } from './in-thread.js';

const LIMITS = { megabytes: 64, milliseconds: 20_000 };
const folder = mkdtempSync(join(tmpdir(), 'threads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The file of a thread that makes this of its parts. */
function program(name: string, make: string): URL {
  const lib = pathToFileURL(join(__dirname, 'answer-in-thread.ts')).pathname;
  writeFileSync(
    join(folder, `${name}.thread.ts`),
    `import { answerInThread } from '${lib}';\nanswerInThread(${make});\n`,
  );
  return threadFile(name, pathToFileURL(join(folder, 'beside.js')).href);
}

test('a thread answers what is made of all parts, in their order, and knows no settings', async () => {
  process.env['SECRET_OF_A_TEST'] = 'secret';
  const file = program(
    'joins',
    'async (parts) => Buffer.from(parts.join() + Object.keys(process.env).length + process.execArgv.length)',
  );
  const parts = Array.from({ length: 2_000 }, (_, index) => index);
  expect(Buffer.from(await inThread(file, parts, LIMITS)).toString()).toBe(`${parts.join()}00`);
  expect(Buffer.from(await inThread(file, [], LIMITS)).toString()).toBe('00');
  delete process.env['SECRET_OF_A_TEST'];
});

test('work that takes too much memory is ended, and says so', async () => {
  const file = program('fills', 'async () => { const all = []; for (;;) all.push(new Array(10_000).fill(1)); }');
  await expect(inThread(file, [], { ...LIMITS, megabytes: 32 })).rejects.toMatchObject({ limit: 'megabytes' });
});

test('work that takes too long is ended, and says so', async () => {
  const file = program('spins', 'async () => { for (;;); }');
  await expect(inThread(file, [], { ...LIMITS, milliseconds: 500 })).rejects.toMatchObject({ limit: 'milliseconds' });
});

test('what a thread throws is thrown here, and a thread that ends without a word is no answer', async () => {
  const throws = program('throws', "async () => { throw new RangeError('no such page'); }");
  await expect(inThread(throws, [], LIMITS)).rejects.toThrow('no such page');
  const ends = program('ends', 'async () => process.exit()');
  await expect(inThread(ends, [1], LIMITS)).rejects.toThrow('without a result');
});
