import { prepareDatabase } from '../app/prepare-database.js';
import { distribute } from '../../platform/distribution/distribute.js';
import type { Call } from './command.js';
import { withDatabaseUrl } from './service-database.js';

export const distributeDatabase = ({ settings }: Call): Promise<number> =>
  withDatabaseUrl(settings, async (url) => {
    const { spread, copied } = await distribute(url, () => prepareDatabase(url, settings));
    console.log(
      spread + copied === 0
        ? 'The database is already distributed; nothing was changed.'
        : `Distributed ${spread} tables over the machines by organization, and copied ${copied} to each machine.`,
    );
    return 0;
  });
