import { COMMANDS, type CommandName, commandOf } from './commands.js';
import { flagOf, type FlagName } from './flags.js';

const WIDTH = 80;
const COLUMN = 26;

const ENVIRONMENT = `Variables
  CURBCUT_URL               the address of the service
  CURBCUT_API_KEY           a key with the scope ingest (grade: read); never a flag
  CURBCUT_PRODUCT           the product, where no flag and no configuration says it
  CURBCUT_ORGANIZATION      without a key, or with one of a single product
  HTTPS_PROXY, NO_PROXY, NODE_EXTRA_CA_CERTS, NO_COLOR   as everywhere
Files
  curbcut.config.json       what would otherwise be flags; curbcut init writes it
Exit codes
  0  fine
  1  the gate says no
  2  to be mended here: flags, configuration, a report, a site that is down
  3  not delivered, or the service said no
`;

/** What `curbcut --help` prints. */
export function helpOfAll(): string {
  const names = Object.keys(COMMANDS) as CommandName[];
  const lines = names.flatMap((name) => row(`curbcut ${name}`, commandOf(name).summary));
  return `Sends reports of accessibility tools to Curbcut, and fails on what a change brings.\n\n${lines.join('\n')}\n\ncurbcut <command> --help tells more of each.\n\n${ENVIRONMENT}`;
}

/** What `curbcut <command> --help` prints. */
export function helpOf(name: CommandName): string {
  const { summary, usage, flags, examples } = commandOf(name);
  const described = flags.flatMap((flag) => row(nameOf(flag), flagOf(flag).text));
  const shown = examples.map(([line, does]) => `  ${line}\n      ${does}`);
  return `${usage}\n\n${name} ${summary}.\n\nFlags\n${described.join('\n')}\n\nExamples\n${shown.join('\n')}\n\n${ENVIRONMENT}`;
}

const nameOf = (name: FlagName): string => {
  const { value, short } = flagOf(name);
  return `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`;
};

/** A name and its text in two columns that fit a terminal of 80. */
function row(name: string, text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && COLUMN + line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  const indent = ' '.repeat(COLUMN);
  const head = `  ${name}`;
  const first = head.length < COLUMN ? head.padEnd(COLUMN) + lines[0] : `${head}\n${indent}${lines[0]}`;
  return [first, ...lines.slice(1).map((rest) => indent + rest)];
}
