import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { globSync } from 'tinyglobby';
import { LocalFault } from '../faults.js';

/** A report as it lies on disk. */
export interface Source {
  name: string;
  text: string;
}

// What a string of JavaScript can hold, less some.
const MOST_BYTES = 500_000_000;
const IN_FOLDERS = '**/*.{json,sarif,jsonld}';
const STDIN = '-';

/**
 * The files that names and globs mean, each once, in their order. Of a folder of Lighthouse CI only the reports.
 * @throws LocalFault where one means none
 */
export function filesOf(names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => (name === STDIN ? [STDIN] : filesNamed(name))))];
}

function filesNamed(name: string): string[] {
  if (existsSync(name)) {
    if (!statSync(name).isDirectory()) return [name];
    const lighthouse = glob('lhr-*.json', name);
    const inside = lighthouse.length > 0 ? lighthouse : glob(IN_FOLDERS, name);
    if (inside.length === 0) throw new LocalFault(`The folder ${name} has no report (${IN_FOLDERS}).`);
    return inside.map((file) => join(name, file));
  }
  if (!/[*?{[(!]/.test(name)) throw new LocalFault(`There is no file ${name}.`);
  const found = glob(name);
  if (found.length === 0) throw new LocalFault(`No file matches ${name}; was the report written elsewhere?`);
  return found;
}

const glob = (pattern: string, cwd = process.cwd()): string[] =>
  globSync(pattern.replaceAll('\\', '/'), {
    cwd,
    dot: true,
    ignore: '**/node_modules/**',
    expandDirectories: false,
  }).sort();

/**
 * The text of a file, or of standard input.
 * @throws LocalFault that names the file
 */
export async function readSource(file: string): Promise<Source> {
  const name = file === STDIN ? 'standard input' : file;
  const text = file === STDIN ? await textOf(process.stdin) : textIn(file);
  return { name, text };
}

function textIn(file: string): string {
  try {
    const { size } = statSync(file);
    if (size > MOST_BYTES)
      throw new LocalFault(`${file} has ${Math.round(size / 1e6)} MB, and at most 500 can be read: split the run.`);
    return decoded(readFileSync(file));
  } catch (error) {
    if (error instanceof LocalFault) throw error;
    throw new LocalFault(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

/** PowerShell's `>` writes UTF-16. */
function decoded(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  return bytes.toString('utf8', bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);
}
