import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError, readSettings, type Settings } from '#libs/config';
import { databaseOptions } from '#libs/database';
import { startEmbeddedPostgres } from '#libs/embedded-postgres';
import { Jobs } from '#libs/jobs';
import { Mailer } from '#libs/mail';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { distribute } from '../distribution/distribute.js';
import { ENTITIES } from '../entities.js';
import { resetFactor } from '../identity/second-factor/reset-factor.js';
import { MIGRATIONS } from '../migrations/migrations.js';
import { prepareDatabase } from '../prepare-database.js';
import { Work } from '../work/work.service.js';
import { commandOf, USAGE } from './command.js';

/** The operator's command line: uses the same database and settings as the service. */
async function main(): Promise<number> {
  const command = commandOf(process.argv.slice(2));
  if (!command) {
    console.error(USAGE);
    return 2;
  }
  // The command prints its own result; the service's log lines are suppressed.
  Logger.overrideLogger(false);
  if (existsSync('.env')) process.loadEnvFile('.env');
  const settings = readSettings(process.env);
  const { url, release } = await databaseOf(settings);
  try {
    return await (command.name === 'distribute'
      ? distributeDatabase(settings, url)
      : resetFactorOf(settings, url, command.address));
  } finally {
    await release();
  }
}

async function distributeDatabase(settings: Settings, url: string): Promise<number> {
  const { spread, copied } = await distribute(url, () => prepareDatabase(url, settings));
  console.log(
    spread + copied === 0
      ? 'The database is distributed already; nothing was changed.'
      : `Spread ${spread} tables over the machines by organization, and copied ${copied} to each.`,
  );
  return 0;
}

async function resetFactorOf(settings: Settings, url: string, address: string): Promise<number> {
  const database = await new DataSource(
    databaseOptions({ url, poolSize: 1, entities: ENTITIES, migrations: MIGRATIONS }),
  ).initialize();
  try {
    const mailer = new Mailer(settings, new Jobs(settings, database));
    const outcome = await new Work(database).unit((unit) => resetFactor(unit, mailer, address));
    if (outcome === 'reset') {
      console.log(`The second factor of ${address} is gone and its sessions have ended; the person is told.`);
      return 0;
    }
    const what = outcome === 'no account' ? 'There is no account with the address' : 'There is no second factor at';
    console.error(`${what} ${address}; nothing was changed.`);
    return 1;
  } finally {
    await database.destroy();
  }
}

/** The database of the service, and a function that stops it if it was started here. */
async function databaseOf({ databaseUrl, dataDir }: Settings): Promise<{ url: string; release: () => Promise<void> }> {
  if (databaseUrl) return { url: databaseUrl, release: async () => {} };
  const folder = join(dataDir, 'postgres');
  // A mistaken folder must not become a new, empty database.
  if (!existsSync(join(folder, 'data'))) throw new ConfigurationError([`DATA_DIR: there is no database in ${dataDir}`]);
  const embedded = await startEmbeddedPostgres({ dataDir: folder });
  // The one that was running is the service's.
  return { url: embedded.url, release: async () => void (embedded.wasAlreadyRunning || (await embedded.stop())) };
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  return 1;
});
