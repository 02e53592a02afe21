import { createReadStream, existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { globSync } from 'tinyglobby';
import { reportText } from '#libs/reports';
import { LocalFault } from '../faults.js';

/** A report as it lies on disk. */
export interface Source {
  name: string;
  text: string;
}

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
  if (!/[*?{[(!]/.test(name)) throw new LocalFault(`The file ${name} does not exist.`);
  const found = glob(name);
  if (found.length === 0) throw new LocalFault(`No file matches ${name}. Check the output path of the report.`);
  return found;
}

/**
 * Whether this is the list of reports that Lighthouse CI writes into the folder of its reports
 * (`upload.target=filesystem`).
 */
export function isManifest({ name, text }: Source): boolean {
  if (basename(name) !== 'manifest.json') return false;
  try {
    const listed = [JSON.parse(text) as unknown].flat();
    return (
      listed.length > 0 &&
      listed.every((report) => typeof (report as { jsonPath?: unknown } | null)?.jsonPath === 'string')
    );
  } catch {
    return false;
  }
}

const glob = (pattern: string, cwd = process.cwd()): string[] =>
  globSync(pattern.replaceAll('\\', '/'), {
    cwd,
    dot: true,
    ignore: '**/node_modules/**',
    expandDirectories: false,
  }).sort();

/**
 * The text of a file, or of standard input, as far as anybody reads it.
 * @throws LocalFault that names the file
 */
export async function readSource(file: string): Promise<Source> {
  if (file === STDIN) return { name: 'standard input', text: await reportText(process.stdin) };
  try {
    return { name: file, text: await reportText(createReadStream(file)) };
  } catch (error) {
    throw new LocalFault(`${file} cannot be read: ${(error as Error).message}.`);
  }
}
