import type { Readable } from 'node:stream';
import { TemporarilyUnavailable } from '#libs/errors';

/** A file storage. Names consist of a folder and a file, such as `avatars/0a1b.webp`, and never come from requests. */
export abstract class Storage {
  /** Stores a file atomically. */
  abstract put(name: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Stores what is in a file of this machine, atomically; the file may be gone then. */
  abstract putFile(name: string, path: string, contentType: string): Promise<void>;
  /** The file, or undefined where there is none. */
  abstract read(name: string): Promise<Buffer | undefined>;
  /** The file, or the bytes of this part of it, as they are read; undefined where there is none. */
  abstract open(name: string, part?: { first: number; last: number }): Promise<Readable | undefined>;
  /** Removes the file; a missing file is ignored. */
  abstract remove(name: string): Promise<void>;
}

const NAME = /^[a-z][a-z-]*\/[0-9a-f]+\.[a-z]+$/;

/** Whether a file may be stored by this name. */
export const isStorableName = (name: string): boolean => NAME.test(name);

/** A last defence against path traversal. */
export function checkedName(name: string): string {
  if (!isStorableName(name)) throw new Error(`${JSON.stringify(name)} cannot name a stored file`);
  return name;
}

/** Reports storage errors as temporarily unavailable (503). */
export async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new TemporarilyUnavailable(error);
  }
}
