import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, linkSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';

const NAME = 'service.sock';
const ANSWER_WITHIN_MS = 2_000;
/** Addresses of sockets have room for some hundred letters. */
const LONGEST_ADDRESS = 100;

/** Another process serves this folder. */
export class FolderIsServed extends Error {
  /** @param processId 0: it does not say */
  constructor(dataDir: string, processId: number) {
    super(
      `DATA_DIR: ${processId ? `process ${processId}` : 'another process'} already serves ${dataDir}, and an embedded database supports only one service: stop it, or use another folder, or a DATABASE_URL`,
    );
  }
}

/** A folder that one service holds. */
interface HeldFolder {
  release(): void;
}

/**
 * Holds a folder for this process, by a socket in it that says its number; one that a killed process has left gives
 * way.
 * @returns undefined where the file system has no sockets
 * @throws FolderIsServed
 */
export async function holdFolder(dataDir: string): Promise<HeldFolder | undefined> {
  mkdirSync(dataDir, { recursive: true });
  const [path, ownPath] = [join(dataDir, NAME), join(dataDir, `${NAME}.${randomBytes(6).toString('hex')}`)];
  const server = createServer((caller) => caller.on('error', () => {}).end(String(process.pid)));
  server.unref();
  try {
    await withAddress(ownPath, async (address) => {
      server.listen(address);
      await once(server, 'listening');
    });
    // A link is made whole or not at all, so two that start at once do not both take the place.
    while (!linked(ownPath, path)) await clear(dataDir, path);
  } catch (error) {
    server.close();
    if (error instanceof FolderIsServed || !NO_SOCKETS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return undefined;
  } finally {
    rmSync(ownPath, { force: true });
  }
  return {
    release: () => {
      rmSync(path, { force: true });
      server.close();
    },
  };
}

/** What file systems say that know no sockets, or no links of them. */
const NO_SOCKETS = new Set(['EACCES', 'EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM']);

/** The process that serves a folder, 0 where it does not say; undefined: none does. */
export const processServing = (dataDir: string): Promise<number | undefined> => answerOf(join(dataDir, NAME));

/** Takes a socket away that nobody answers at. */
async function clear(dataDir: string, path: string): Promise<void> {
  const refuseIfServed = async (there: string): Promise<void> => {
    const processId = await answerOf(there);
    if (processId !== undefined) throw new FolderIsServed(dataDir, processId);
  };
  await refuseIfServed(path);
  const movedPath = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    renameSync(path, movedPath);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    await refuseIfServed(movedPath);
  } catch (error) {
    // Somebody has come between: the place is theirs.
    linked(movedPath, path);
    throw error;
  } finally {
    rmSync(movedPath, { force: true });
  }
}

/** False where another has that name. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const NOBODY = new Set(['ECONNREFUSED', 'ENOENT']);

async function answerOf(path: string): Promise<number | undefined> {
  try {
    return await withAddress(path, async (address) => {
      const socket = createConnection(address).setTimeout(ANSWER_WITHIN_MS, () => socket.destroy());
      let text = '';
      for await (const chunk of socket as AsyncIterable<Buffer>) text += chunk.toString();
      // One that is held up takes the call without an answer, and serves all the same.
      return Number(text);
    });
  } catch (error) {
    return NOBODY.has((error as NodeJS.ErrnoException).code ?? '') ? undefined : 0;
  }
}

/** Uses a path as the address of a socket, also where it is longer than these may be (on Linux). */
async function withAddress<T>(path: string, use: (address: string) => Promise<T>): Promise<T> {
  if (Buffer.byteLength(path) <= LONGEST_ADDRESS) return use(path);
  const folder = openSync(join(path, '..'), 'r');
  try {
    return await use(join(`/proc/self/fd/${folder}`, path.slice(path.lastIndexOf('/') + 1)));
  } finally {
    closeSync(folder);
  }
}
