import { closeSync, existsSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { LocalFault } from '../faults.js';
import { type Config, CONFIG_FILE, readConfig } from './config.js';
import { repositoryOf } from './repository.js';

/** A configuration, and where it stands; without a file an empty one. */
export interface LoadedConfig {
  config: Config;
  file?: string;
}

/**
 * The configuration of a folder or of the nearest one above it, up to the repository's root and outside of a repository
 * not above at all; `named` is another one.
 * @throws LocalFault where it is faulty, or somebody else's: it says where a key goes
 */
export function loadConfig(folder: string, named?: string): LoadedConfig {
  const file = named === undefined ? nearest(folder, repositoryOf(folder)) : resolve(folder, named);
  if (file === undefined) return { config: {} };
  return { file, config: readConfig(textOf(file, named === undefined ? folder : undefined), file) };
}

function nearest(folder: string, root: string): string | undefined {
  const file = join(folder, CONFIG_FILE);
  if (existsSync(file)) return file;
  return folder === root ? undefined : nearest(dirname(folder), root);
}

/** The text of a file; of one that was found, and not named, from this folder, only if we can trust who wrote it. */
function textOf(file: string, foundFrom: string | undefined): string {
  let handle: number | undefined;
  try {
    handle = openSync(file, 'r');
    if (foundFrom !== undefined) requireOwner(file, fstatSync(handle).uid, foundFrom);
    return readFileSync(handle, 'utf8');
  } catch (error) {
    if (error instanceof LocalFault) throw error;
    throw new LocalFault(`${file} cannot be read: ${(error as Error).message}.`);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/**
 * Whether what an account has written may say where a key goes. Jobs in containers are root in somebody's checkout, so
 * that the folder's owner may too; Windows has no such numbers.
 */
export const isTrusted = (owner: number, { self, folder }: { self: number | undefined; folder: number }): boolean =>
  self === undefined || owner === self || owner === folder;

function requireOwner(file: string, owner: number, folder: string): void {
  if (isTrusted(owner, { self: process.getuid?.(), folder: statSync(folder).uid })) return;
  throw new LocalFault(
    `${file} belongs to another account (${owner}), not to you or to the owner of this folder. If you trust the file, select it with --config.`,
  );
}
