import { readSettings } from '#libs/config';
import { commandOf } from '../../apps/api/src/service/admin/command-line.js';
import { COMMANDS } from '../../apps/api/src/service/admin/commands.js';
import type { Service } from './service.js';

/** Runs a command of the operator on the database of a service, with these settings besides; answers what it says. */
export async function runAsOperator(
  { databaseUrl, settings: { dataDir, secretKey } }: Pick<Service, 'databaseUrl' | 'settings'>,
  line: string,
  environment: Record<string, string> = {},
): Promise<{ code: number; said: string }> {
  const typed = commandOf(line.split(' '), COMMANDS);
  if (!typed || 'help' in typed) throw new Error(`${line} is no command`);
  const { command, ...call } = typed;
  const settings = readSettings({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey,
    ...environment,
  });
  const said: string[] = [];
  const { log, error } = console;
  console.log = console.error = (text: string): void => void said.push(text);
  try {
    return { code: await command.run({ ...call, settings }), said: said.join('\n') };
  } finally {
    Object.assign(console, { log, error });
  }
}
