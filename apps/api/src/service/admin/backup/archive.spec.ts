import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DamagedArchive, readTar } from './read-tar.js';
import { memberBytes, TAR_END } from './tar-format.js';

const FILES: [string, Buffer][] = [
  ['a.json', Buffer.from('{}')],
  ['tables/empty.gz', Buffer.alloc(0)],
  ['tables/one-block.gz', Buffer.alloc(512, 'x')],
  ['tables/more.gz', Buffer.alloc(1_300, 'y')],
];
const MODIFIED = new Date('2026-01-01T00:00:00Z');
const archive = Buffer.concat([...FILES.flatMap(([name, content]) => memberBytes(name, content, MODIFIED)), TAR_END]);

async function read(bytes: Buffer, step: number): Promise<[string, Buffer][]> {
  async function* parts(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
  }
  const found: [string, Buffer][] = [];
  for await (const { name, content } of readTar(parts(), 10_000)) found.push([name, Buffer.from(content)]);
  return found;
}

test.each([1, 7, 512, 100_000])('what was written is read again, in parts of %i bytes', async (step) => {
  expect(await read(archive, step)).toEqual(FILES);
});

test('tar reads what was written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'curbcut-tar-'));
  writeFileSync(join(folder, 'archive.tar'), archive);
  execFileSync('tar', ['-xf', 'archive.tar'], { cwd: folder });
  for (const [name, content] of FILES) expect(readFileSync(join(folder, name))).toEqual(content);
  rmSync(folder, { recursive: true });
});

test('an archive that is cut off anywhere, or goes on after its end, is refused', async () => {
  for (let length = 0; length < archive.length; length += 100)
    await expect(read(archive.subarray(0, length), 512)).rejects.toBeInstanceOf(DamagedArchive);
  await expect(read(Buffer.concat([archive, Buffer.alloc(1)]), 512)).rejects.toBeInstanceOf(DamagedArchive);
});

test('a header with one other byte is refused', async () => {
  for (const at of [0, 100, 125, 140, 156]) {
    const altered = Buffer.from(archive);
    altered[at]! ^= 1;
    await expect(read(altered, 512)).rejects.toBeInstanceOf(DamagedArchive);
  }
});
