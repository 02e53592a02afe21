import { existsSync } from 'node:fs';
import { packageVersion, readSettings } from '#libs/config';
import { Logger } from '@nestjs/common';
import { commandOf, usageOf } from './command-line.js';
import { COMMANDS } from './commands.js';
import { requireOwnFolder } from './own-folder.js';
import { messageOf } from './message-of.js';

/** The operator's command line: uses the same database and settings as the service. */
async function main(): Promise<number> {
  if (process.argv[2] === '--version') {
    console.log(packageVersion());
    return 0;
  }
  const typed = commandOf(process.argv.slice(2), COMMANDS);
  if (!typed) {
    console.error(usageOf(COMMANDS));
    return 2;
  }
  if ('help' in typed) {
    console.log(usageOf(typed.help));
    return 0;
  }
  // The command prints its own result; the service's log lines are suppressed.
  Logger.overrideLogger(false);
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { command, values, flags, options } = typed;
  const settings = readSettings(process.env);
  requireOwnFolder(settings.dataDir);
  return command.run({ settings, values, flags, options });
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(messageOf(error));
  return 1;
});
