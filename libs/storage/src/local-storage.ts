import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkedName, orUnavailable, Storage } from './storage.js';

/** Keeps files in a folder of this machine. */
export class LocalStorage extends Storage {
  constructor(private readonly folder: string) {
    super();
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    const path = this.pathOf(name);
    const draft = draftOf(path);
    await orUnavailable(
      (async () => {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        try {
          await writeFile(draft, bytes, { mode: 0o600, flush: true });
          await rename(draft, path);
        } catch (error) {
          await rm(draft, { force: true });
          throw error;
        }
      })(),
    );
  }

  async read(name: string): Promise<Buffer | undefined> {
    return orUnavailable(readFile(this.pathOf(name)).catch(ignoreMissing));
  }

  async remove(name: string): Promise<void> {
    const path = this.pathOf(name);
    // A killed service may have left a temporary file.
    await orUnavailable(Promise.all([path, draftOf(path)].map((each) => rm(each, { force: true }))));
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
