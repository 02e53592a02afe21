import { COMMANDS, type CommandName, commandOf } from './commands.js';
import { flagOf, type FlagName } from './flags.js';

const WIDTH = 80;
const COLUMN = 26;

const ENVIRONMENT = `Variables\n  CURBCUT_URL               the address of the service\n  CURBCUT_API_KEY           a key with the scope ingest (grade: read); never a flag\n  CURBCUT_PRODUCT           the product, without a flag or configuration\n  CURBCUT_ORGANIZATION      required without a key, or with a key limited to one product\n  HTTPS_PROXY, NO_PROXY, NODE_EXTRA_CA_CERTS, NO_COLOR   as usual\nFiles\n  curbcut.config.json       the configuration, instead of flags; created by curbcut init\nExit codes\n  0  success\n  1  the gate failed\n  2  a local error: flags, configuration, a report, a site that is down\n  3  not delivered, or rejected by the service\n`;

/** What `curbcut --help` prints. */
export function helpOfAll(): string {
  const names = Object.keys(COMMANDS) as CommandName[];
  const lines = names.flatMap((name) => row(`curbcut ${name}`, commandOf(name).summary));
  return `Sends reports of accessibility tools to Curbcut, and fails on newly introduced findings.\n\n${lines.join('\n')}\n\ncurbcut <command> --help shows the flags of a command.\n\n${ENVIRONMENT}`;
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
