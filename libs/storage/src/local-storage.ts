import { copyFile, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { checkedName, orUnavailable, Storage } from './storage.js';

/** Keeps files in a folder of this machine. */
export class LocalStorage extends Storage {
  constructor(private readonly folder: string) {
    super();
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    await this.write(name, (draft) => writeFile(draft, bytes, { mode: 0o600, flush: true }));
  }

  async putFile(name: string, path: string): Promise<void> {
    await this.write(name, async (draft) => {
      // The file may be on another disk.
      await copyFile(path, draft);
      const file = await open(draft, 'r+');
      try {
        await file.chmod(0o600);
        await file.sync();
      } finally {
        await file.close();
      }
    });
  }

  async read(name: string): Promise<Buffer | undefined> {
    return orUnavailable(readFile(this.pathOf(name)).catch(ignoreMissing));
  }

  async open(name: string, part?: { first: number; last: number }): Promise<Readable | undefined> {
    const file = await orUnavailable(open(this.pathOf(name)).catch(ignoreMissing));
    return file?.createReadStream(part ? { start: part.first, end: part.last } : {});
  }

  async remove(name: string): Promise<void> {
    const path = this.pathOf(name);
    // A killed service may have left a temporary file.
    await orUnavailable(Promise.all([path, draftOf(path)].map((each) => rm(each, { force: true }))));
  }

  private async write(name: string, write: (draft: string) => Promise<void>): Promise<void> {
    const path = this.pathOf(name);
    const draft = draftOf(path);
    await orUnavailable(
      (async () => {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        try {
          await write(draft);
          await rename(draft, path);
        } catch (error) {
          await rm(draft, { force: true });
          throw error;
        }
      })(),
    );
  }

  private pathOf(name: string): string {
    return join(this.folder, checkedName(name));
  }
}

// Names are never reused, so no other process writes this temporary file.
const draftOf = (path: string): string => `${path}.tmp`;

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
