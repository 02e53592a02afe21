import { statSync } from 'node:fs';
import { join } from 'node:path';

/** The log that an embedded server wrote before its present one, where it was last written before a moment. */
export function previousLog(dataDir: string, before: Date): string | undefined {
  const file = join(dataDir, 'postgres.log.old');
  const written = statSync(file, { throwIfNoEntry: false })?.mtime;
  return written !== undefined && written < before ? file : undefined;
}
