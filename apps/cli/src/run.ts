import { type CommandLine, parseCommandLine } from './command-line.js';
import { COMMANDS, type CommandName } from './commands.js';
import { loadConfig } from './config/load-config.js';
import { settingsOf } from './config/settings.js';
import { LocalFault, ServiceFault } from './faults.js';
import { helpOf, helpOfAll } from './help.js';
import { terminalOf } from './terminal.js';

/** Runs a command line; the exit code. */
export async function run(words: readonly string[]): Promise<number> {
  try {
    return await runCommand(words);
  } catch (error) {
    if (error instanceof LocalFault) return complain(error.message, 2);
    if (error instanceof ServiceFault) return complain(error.message, 3);
    // Never 1, which is the gate's.
    return complain(`this is a fault of curbcut itself: ${(error as Error).stack}`, 3);
  }
}

function complain(message: string, code: number): number {
  process.stderr.write(`curbcut: ${message}\n`);
  return code;
}

async function runCommand(words: readonly string[]): Promise<number> {
  const [first, second] = words;
  if (first === undefined || ['--help', '-h', 'help'].includes(first)) {
    const named = second !== undefined && Object.hasOwn(COMMANDS, second) ? (second as CommandName) : undefined;
    process.stdout.write(named ? helpOf(named) : helpOfAll());
    return first === undefined ? 2 : 0;
  }
  const line = parseCommandLine(words);
  if (line.flags.help) {
    process.stdout.write(helpOf(line.command));
    return 0;
  }
  return perform(line);
}

async function perform(line: CommandLine): Promise<number> {
  const { flags, command } = line;
  const terminal = terminalOf({ noColor: flags['no-color'] ?? false, quiet: flags.quiet ?? false });
  if (command === 'init') return (await import('./commands/init.js')).init(flags, terminal);
  const settings = settingsOf(line, process.env, loadConfig(process.cwd()));
  switch (command) {
    case 'upload':
    case 'check':
      return (await import('./commands/upload.js')).upload(settings, terminal, command === 'check');
    case 'scan':
      return (await import('./commands/scan.js')).scan(settings, terminal, flags, line.operands);
    case 'grade':
      return (await import('./commands/grade.js')).grade(settings, terminal, flags.min);
    case 'doctor':
      return (await import('./commands/doctor.js')).doctor(settings, terminal);
  }
}
