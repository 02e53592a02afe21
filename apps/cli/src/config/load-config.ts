import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Config, CONFIG_FILE, readConfig } from './config.js';

/**
 * The configuration of a folder or of the nearest one above it, up to the repository's root; empty where there is none.
 * @throws LocalFault where it is faulty
 */
export function loadConfig(folder: string): Config {
  const file = join(folder, CONFIG_FILE);
  if (existsSync(file)) return readConfig(readFileSync(file, 'utf8'), file);
  const above = dirname(folder);
  return above === folder || existsSync(join(folder, '.git')) ? {} : loadConfig(above);
}
