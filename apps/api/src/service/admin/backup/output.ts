import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { randomBytes } from 'node:crypto';
import { BackupRefused } from './format.js';

/** Where a backup goes; resolves when the bytes are taken. */
export interface Output {
  write(bytes: Buffer): Promise<void>;
}

/**
 * Writes a file that only its owner may read. It takes its name, and the place of a former file, only when all of it is
 * on disk.
 * @throws BackupRefused when there is no room, or the folder cannot be written; the former file is as it was then
 */
export async function writeFileAtomically<T>(path: string, write: (output: Output) => Promise<T>): Promise<T> {
  const folder = dirname(resolve(path));
  const draft = `${path}.${randomBytes(4).toString('hex')}.partial`;
  try {
    const file = await open(draft, 'wx', 0o600);
    let result: T;
    try {
      result = await write({ write: async (bytes) => void (await file.appendFile(bytes)) });
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
    await syncFolder(folder);
    return result;
  } catch (error) {
    await rm(draft, { force: true });
    throw writeRefusal(error, path);
  }
}

/** The standard output, which must not be a terminal. */
export const standardOutput: Output = {
  write: (bytes) =>
    new Promise((done, failed) => process.stdout.write(bytes, (error) => (error ? failed(error) : done()))),
};

// The new name is kept by the folder.
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: 'there is no room left on the disk',
  EDQUOT: 'the quota of this account is used up',
  EFBIG: 'the file system takes no file of this size',
  EACCES: 'this account may not write there',
  EROFS: 'the file system is read-only',
  ENOENT: 'there is no such folder',
};

function writeRefusal(error: unknown, path: string): unknown {
  const fault = FAULTS[(error as NodeJS.ErrnoException).code ?? ''];
  return fault
    ? new BackupRefused(`${path} is not written: ${fault}. Whatever had this name before is as it was.`)
    : error;
}
