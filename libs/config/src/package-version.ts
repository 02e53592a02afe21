import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path of a file that the package has in its folder. */
export function packageFile(name: string): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  // The sources and what is built of them lie at different depths.
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return join(folder, name);
}

/** The version of this build. */
export const packageVersion = (): string =>
  (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string }).version;
