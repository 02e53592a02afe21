import { faultOfServer, requireNone } from '../app/check-database.js';
import { prepareDatabase } from '../app/prepare-database.js';
import { readSecretKey } from '../app/secret-key.js';
import type { Call } from './command.js';
import { withDatabaseUrl } from './service-database.js';

export const migrateDatabase = ({ settings }: Call): Promise<number> =>
  withDatabaseUrl(settings, async (url) => {
    if (settings.databaseUrl) await requireNone(faultOfServer(url, settings));
    const secretKey = await readSecretKey(settings);
    const print = (line: string): void => console.log(line);
    const waiting = await prepareDatabase(url, { ...settings, secretKey }, { info: print, warn: print });
    console.log('The schema is up to date.');
    if (waiting.length > 0) console.log(`Skipped, because a machine cannot be reached: ${waiting.join(', ')}.`);
    return waiting.length > 0 ? 1 : 0;
  });
