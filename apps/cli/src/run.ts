import { dirname } from 'node:path';
import { type CommandLine, parseCommandLine } from './command-line.js';
import { COMMANDS, type CommandName } from './commands.js';
import { type LoadedConfig, loadConfig } from './config/load-config.js';
import { configsOf } from './config/products.js';
import { repositoryOf } from './config/repository.js';
import { type Settings, settingsOf } from './config/settings.js';
import { LocalFault, ServiceFault } from './faults.js';
import { helpOf, helpOfAll } from './help.js';
import { fromRoot } from './outputs/places.js';
import { keepSecretsOf } from './printable.js';
import { type Terminal, terminalOf } from './terminal.js';

/** Runs a command line; the exit code. */
export async function run(words: readonly string[]): Promise<number> {
  keepSecretsOf(process.env);
  try {
    return await runCommand(words);
  } catch (error) {
    if (error instanceof LocalFault) return complain(error.message, 2);
    if (error instanceof ServiceFault) return complain(error.message, 3);
    // Never 1, which says that the gate or the grade failed.
    return complain(`internal error of curbcut: ${(error as Error).stack}`, 3);
  }
}

function complain(message: string, code: number): number {
  terminalOf().err(`curbcut: ${message}\n`);
  return code;
}

async function runCommand(words: readonly string[]): Promise<number> {
  const [first, second] = words;
  if (first === undefined || ['--help', '-h', 'help'].includes(first)) {
    const named = second !== undefined && Object.hasOwn(COMMANDS, second) ? (second as CommandName) : undefined;
    terminalOf().out(named ? helpOf(named) : helpOfAll());
    return first === undefined ? 2 : 0;
  }
  const line = parseCommandLine(words);
  if (line.flags.help) {
    terminalOf().out(helpOf(line.command));
    return 0;
  }
  return perform(line);
}

async function perform(line: CommandLine): Promise<number> {
  const { flags, command } = line;
  const terminal = terminalOf({ noColor: flags['no-color'], quiet: flags.quiet, verbose: flags.verbose });
  if (command === 'agent') return (await import('./agent/main.js')).agent(flags);
  if (command === 'init') return (await import('./commands/init.js')).init(flags, terminal);
  const folder = process.cwd();
  const loaded = loadConfig(folder, flags.config);
  const several = settingsFor(line, loaded, folder);
  const [settings] = several as [Settings];
  reportOrigin(settings, loaded, folder, terminal);
  switch (command) {
    case 'upload':
    case 'check':
      return (await import('./commands/upload.js')).upload(several, terminal, command === 'check');
    case 'scan':
      return (await import('./commands/scan.js')).scan(settings, terminal, flags, line.operands);
    case 'grade':
      return (await import('./commands/grade.js')).grade(settings, terminal, flags.min);
    case 'doctor':
      return (await import('./commands/doctor.js')).doctor(settings, terminal);
  }
}

/** The settings for each product that is meant; several for reports of all that the configuration names. */
function settingsFor(line: CommandLine, { config, file }: LoadedConfig, folder: string): Settings[] {
  const named = line.flags.product ?? (process.env['CURBCUT_PRODUCT'] || undefined);
  const takesAll = (line.command === 'upload' || line.command === 'check') && line.operands.length === 0;
  const home = file === undefined ? folder : dirname(file);
  const configuration = file === undefined ? undefined : fromRoot(repositoryOf(folder), file);
  return configsOf(config, { home, folder }, { named, takesAll }).map((productConfig) =>
    settingsOf(line, process.env, productConfig, configuration),
  );
}

/** Where a key goes is said where that was read above this folder: somebody may not know of that file. */
function reportOrigin({ url }: Settings, { file, config }: LoadedConfig, folder: string, terminal: Terminal): void {
  if (file !== undefined) terminal.detail(`the configuration is ${file}`);
  if (url === undefined || config.url === undefined || process.env['CURBCUT_URL'] || file === undefined) return;
  if (dirname(file) !== folder) terminal.err(`curbcut: the address ${url} comes from ${file}.\n`);
}
