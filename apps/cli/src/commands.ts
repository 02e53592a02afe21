import type { FlagName } from './flags.js';

/** A command as the help tells it. */
export interface Command {
  summary: string;
  usage: string;
  flags: readonly FlagName[];
  examples: readonly (readonly [line: string, does: string])[];
}

const ABOUT: readonly FlagName[] = [
  'product',
  'organization',
  'environment',
  'area',
  'tool',
  'line',
  'main-branch',
  'coverage',
];
const RUN: readonly FlagName[] = ['branch', 'sha', 'pr', 'base'];
const PARTS: readonly FlagName[] = ['part', 'sweep', 'same-rules'];
const GATE: readonly FlagName[] = ['fail-on', 'max', 'out', 'comment', 'quiet', 'verbose', 'no-color'];
const DELIVERY: readonly FlagName[] = ['allow-upload-failure', 'timeout', 'idempotency-key', 'config', 'help'];
const LOADING: readonly FlagName[] = [
  'serve',
  'start',
  'ready',
  'wait-for',
  'viewport',
  'cookie-file',
  'sign-in',
  'header-from-env',
];
const EXTENT: readonly FlagName[] = ['include', 'exclude', 'rules', 'disable-rules'];

export const COMMANDS = {
  upload: {
    summary: 'reads reports, sends them, and fails on newly introduced findings',
    usage: 'curbcut upload [files or globs…]',
    flags: ['format', ...ABOUT, ...RUN, ...PARTS, ...GATE, ...DELIVERY],
    examples: [
      ['curbcut upload axe.json', 'one report'],
      [
        "curbcut upload 'reports/**/*.json' --coverage complete",
        'findings missing in all of these reports are resolved',
      ],
      ['npx playwright test --reporter json | curbcut upload -', 'from standard input'],
      ['curbcut upload shard.json --part 2/4', 'the reports of the second of four jobs'],
    ],
  },
  check: {
    summary: 'shows the result of an upload, without storing it',
    usage: 'curbcut check [files or globs…]',
    flags: ['format', ...ABOUT, ...RUN, ...PARTS, ...GATE, ...DELIVERY],
    examples: [['curbcut check axe.json --fail-on introduced-high', 'would this fail?']],
  },
  scan: {
    summary: 'tests pages with axe-core in an installed Chrome, Chromium or Edge, then uploads the results',
    usage: 'curbcut scan <url…> [--sitemap URL] [--crawl N]',
    flags: ['sitemap', 'crawl', ...LOADING, ...EXTENT, 'no-upload', ...ABOUT, ...RUN, ...PARTS, ...GATE, ...DELIVERY],
    examples: [
      ['curbcut scan http://localhost:8080 --crawl 20', 'a site served by this job'],
      ['curbcut scan --start "npm start" --ready http://localhost:3000 --crawl 20', 'a site started by the command'],
      ['curbcut scan --serve dist /', 'built files'],
      ['curbcut scan --sitemap https://shop.example/sitemap.xml --environment production', 'every page of a site'],
      ['curbcut scan https://shop.example --no-upload', 'without upload'],
    ],
  },
  grade: {
    summary: 'prints the Grade with its reasons; needs a key with the scope read',
    usage: 'curbcut grade [--min LETTER]',
    flags: ['product', 'organization', 'min', 'out', 'quiet', 'verbose', 'no-color', 'timeout', 'config', 'help'],
    examples: [['curbcut grade --min C', 'fails for D, E and products without a Grade']],
  },
  init: {
    summary: 'writes curbcut.config.json and a workflow for the detected CI',
    usage: 'curbcut init',
    flags: ['url', 'product', 'organization', 'coverage', 'ci', 'forks', 'force', 'help'],
    examples: [['curbcut init --url https://curbcut.example --product web-shop --ci github', 'without questions']],
  },
  doctor: {
    summary: 'checks the address, key, product, clock and CI',
    usage: 'curbcut doctor',
    flags: ['product', 'organization', 'main-branch', ...RUN, 'verbose', 'no-color', 'timeout', 'config', 'help'],
    examples: [['curbcut doctor', 'in the pipeline, or locally']],
  },
  agent: {
    summary: 'examines pages for the monitors of a service, until it is stopped',
    usage: 'curbcut agent',
    flags: ['quiet', 'no-color', 'help'],
    examples: [
      ['CURBCUT_URL=https://curbcut.example CURBCUT_AGENT_TOKEN=svc_… curbcut agent', 'requests runs over HTTPS'],
    ],
  },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;
export const commandOf = (name: CommandName): Command => COMMANDS[name];
