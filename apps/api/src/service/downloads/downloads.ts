import { readFile } from 'node:fs/promises';
import { packageFile } from '#libs/config';

/** A package that this build serves. */
export interface Packed {
  /** What it is called in addresses. */
  name: string;
  version: string;
  path: string;
  sha256: string;
  integrity: string;
  bytes: number;
}

/** Where the build puts the packages. */
export const DOWNLOADS_FOLDER = packageFile('dist/downloads');

let packages: Promise<readonly Packed[]> | undefined;

/**
 * The packages beside this build; none where it was not packed.
 * @throws what reading the list of a build throws
 */
export const packagesHere = (): Promise<readonly Packed[]> => (packages ??= readList());

async function readList(): Promise<readonly Packed[]> {
  const list = await textHere('downloads.json');
  return list === undefined ? [] : (JSON.parse(list) as Packed[]);
}

let schema: Promise<string | undefined> | undefined;

/** The JSON Schema of the command line's configuration; undefined where the command line was not packed. */
export const schemaHere = (): Promise<string | undefined> => (schema ??= textHere('curbcut.schema.json'));

async function textHere(file: string): Promise<string | undefined> {
  try {
    return await readFile(`${DOWNLOADS_FOLDER}/${file}`, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A file that is asked for: `isLasting` where its name has the version, so that what it is never changes. */
interface DownloadFile {
  file: string;
  sha256: string;
  isLasting: boolean;
}

/** Which package an address names: `curbcut.tgz` the one of this build, `curbcut-0.2.0.tgz` that version alone. */
export function downloadFile(name: string, packages: readonly Packed[]): DownloadFile | undefined {
  for (const { name: packed, version, sha256 } of packages) {
    const file = `${packed}-${version}.tgz`;
    if (name === file) return { file, sha256, isLasting: true };
    if (name === `${packed}.tgz`) return { file, sha256, isLasting: false };
  }
  return undefined;
}
