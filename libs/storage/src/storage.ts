import { TemporarilyUnavailable } from '#libs/errors';

/** Where files are kept. A name is a folder and a file, such as `avatars/0a1b.webp`; it never comes from outside. */
export abstract class Storage {
  /** Keeps a file whole or not at all. */
  abstract put(name: string, bytes: Buffer, contentType: string): Promise<void>;
  /** The file, or undefined where there is none. */
  abstract read(name: string): Promise<Buffer | undefined>;
  /** Removes the file; one that is gone is no fault. */
  abstract remove(name: string): Promise<void>;
}

const NAME = /^[a-z][a-z-]*\/[0-9a-f]+\.[a-z]+$/;

/** Last defence: no name leads out of the folder, whatever its maker did wrong. */
export function checkedName(name: string): string {
  if (!NAME.test(name)) throw new Error(`${JSON.stringify(name)} cannot name a stored file`);
  return name;
}

/** A disk or a store that does not do its work is no fault of the caller, and may soon do it again. */
export async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new TemporarilyUnavailable(error);
  }
}
