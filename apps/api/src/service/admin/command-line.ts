import type { Command } from './command.js';

const WIDTH = 110;
const INDENT = ' '.repeat(6);

/** A parameter stands in capitals; the last one with `…` takes several words. */
const isParameter = (arg: string): boolean => /^[A-Z]+…?$/.test(arg);

/** What was typed: a command with its values, a question for help, or neither. */
export type Typed =
  | { command: Command; values: string[]; flags: Set<string>; options: Map<string, string> }
  | { help: readonly Command[] }
  | undefined;

/** Reads a command line; undefined if it is none. `--help` after the first words of commands asks for those. */
export function commandOf(args: readonly string[], commands: readonly Command[]): Typed {
  if (args.includes('--help') || args[0] === 'help') {
    const words = args.filter((arg) => arg !== 'help' && !arg.startsWith('--')).join(' ');
    const matching = commands.filter(({ usage }) => usage.startsWith(words));
    return { help: matching.length > 0 ? matching : commands };
  }
  for (const command of commands) {
    const { names, flags, options } = sorted(args, command);
    const wanted = command.usage.split(' ');
    const isOpen = wanted.at(-1)!.endsWith('…');
    const fits =
      (isOpen ? wanted.length <= names.length : wanted.length === names.length) &&
      wanted.every((arg, index) => isParameter(arg) || arg === names[index]);
    if (!fits || [...flags].some((flag) => !command.flags?.includes(flag))) continue;
    const values = names.filter((_name, index) => isParameter(wanted[index] ?? wanted.at(-1)!));
    const isAddress = wanted.includes('ADDRESS');
    return isAddress && !values.at(-1)!.includes('@') ? undefined : { command, values, flags, options };
  }
  return undefined;
}

/** The words of a command line as this command takes them: `--key FILE` is one of its options, and no flag. */
function sorted(
  args: readonly string[],
  { flags: known = [] }: Command,
): { names: string[]; flags: Set<string>; options: Map<string, string> } {
  const taking = new Set(known.filter((flag) => flag.includes(' ')).map((flag) => flag.split(' ')[0]!));
  const [names, flags, options]: [string[], Set<string>, Map<string, string>] = [[], new Set(), new Map()];
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (!arg.startsWith('--')) names.push(arg);
    else if (taking.has(arg) && rest[0] !== undefined && !rest[0].startsWith('--')) options.set(arg, rest.shift()!);
    else flags.add(arg);
  }
  return { names, flags, options };
}

/** What these commands are, each with what it does below it. */
export function usageOf(commands: readonly Command[]): string {
  const lines = commands.flatMap(({ usage, flags = [], help }) => [
    `  ${[usage, ...flags.map((flag) => `[${flag}]`)].join(' ')}`,
    ...wrapped(help, WIDTH - INDENT.length).map((line) => `${INDENT}${line}`),
  ]);
  return [
    'Usage: npm run admin -- COMMAND',
    '',
    ...lines,
    '',
    'All commands read the same configuration as the service.',
  ].join('\n');
}

/** Sentences in lines of this width. */
function wrapped(text: string, width: number): string[] {
  return text.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) return [...lines, word];
    return [...lines.slice(0, -1), `${last} ${word}`];
  }, []);
}
