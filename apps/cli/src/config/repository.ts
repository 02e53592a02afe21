import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The root of the repository that a folder is in; outside of one, the folder. */
export function repositoryOf(folder: string): string {
  for (let above = folder; ; above = dirname(above)) {
    if (existsSync(join(above, '.git'))) return above;
    if (dirname(above) === above) return folder;
  }
}
