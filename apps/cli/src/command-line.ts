import { parseArgs } from 'node:util';
import { COMMANDS, type CommandName, commandOf } from './commands.js';
import { LocalFault } from './faults.js';
import { FLAGS, flagOf, type FlagName } from './flags.js';

/** What was typed. */
export interface CommandLine {
  command: CommandName;
  /** Files, globs or addresses. */
  operands: string[];
  /** The flags that were given; those that may be repeated are lists. */
  flags: GivenFlags;
}

export type GivenFlags = {
  [Name in FlagName]?: (typeof FLAGS)[Name] extends { value: string }
    ? (typeof FLAGS)[Name] extends { repeats: true }
      ? string[]
      : string
    : boolean;
};

/**
 * Reads the words of a command line.
 * @throws LocalFault for a command or flag that there is not, or a value that a flag does not take
 */
export function parseCommandLine([command = '', ...words]: readonly string[]): CommandLine {
  if (!isCommand(command))
    throw new LocalFault(`There is no command "${command}". Commands: ${Object.keys(COMMANDS).join(', ')}.`);
  const { flags: names } = commandOf(command);
  const options = Object.fromEntries(
    names.map((name) => {
      const { value, repeats = false, short } = flagOf(name);
      return [name, { type: value ? 'string' : 'boolean', multiple: repeats, ...(short ? { short } : {}) }] as const;
    }),
  );
  const { values, positionals } = parsed(words, options, command);
  for (const [name, value] of Object.entries(values)) checkChoice(name as FlagName, value);
  return { command, operands: positionals, flags: values as GivenFlags };
}

const isCommand = (word: string): word is CommandName => Object.hasOwn(COMMANDS, word);

type Options = Record<string, { type: 'string' | 'boolean'; multiple: boolean; short?: string }>;

function parsed(words: string[], options: Options, command: CommandName) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true, strict: true });
  } catch (error) {
    const [, unknown] = /Unknown option '([^']+)'/.exec((error as Error).message) ?? [];
    if (unknown?.startsWith('--api-key') || unknown?.startsWith('--key'))
      throw new LocalFault('A key on the command line is visible to other users. Set it as CURBCUT_API_KEY.');
    if (unknown) {
      const why = isFlagName(unknown.slice(2))
        ? `curbcut ${command} does not support ${unknown}`
        : `There is no ${unknown}`;
      throw new LocalFault(`${why}; curbcut ${command} --help lists the flags.`);
    }
    const [message] = (error as Error).message.split('\n');
    throw new LocalFault(`${message!.replace(/\.?$/, '.')}`);
  }
}

const isFlagName = (name: string): name is FlagName => Object.hasOwn(FLAGS, name);

function checkChoice(name: FlagName, value: unknown): void {
  const { choices } = flagOf(name);
  if (!choices || choices.includes(String(value))) return;
  throw new LocalFault(`--${name} must be one of ${choices.join(', ')}, not "${String(value)}".`);
}
