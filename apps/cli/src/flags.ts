import { REPORT_FORMATS } from '#libs/reports';

/** A flag of the command line; `choices` are listed where another value is given. */
interface Flag {
  /** What stands for its value in the help; a flag without one is on or off. */
  value?: string;
  choices?: readonly string[];
  /** Whether it may be given several times. */
  repeats?: boolean;
  short?: string;
  text: string;
}

const LINES = ['main', 'proposal'] as const;
const COVERAGES = ['auto', 'complete', 'partial'] as const;
const FAIL_ON = ['introduced', 'introduced-high', 'introduced-blocking', 'regressed', 'review', 'none'] as const;
export const OUTPUTS = [
  'table',
  'json',
  'markdown',
  'junit',
  'sarif',
  'gitlab-accessibility',
  'codequality',
  'html',
] as const;
const PROVIDERS_OF_INIT = ['github', 'gitlab', 'azure', 'jenkins'] as const;
const LETTERS = ['A', 'B', 'C', 'D', 'E'] as const;

export const FLAGS = {
  config: { value: 'FILE', text: 'the configuration file; default: curbcut.config.json here or in a parent folder' },
  product: { value: 'SLUG', text: 'the product (or CURBCUT_PRODUCT)' },
  organization: { value: 'ID', text: 'the organization; required without a key, or with a key limited to one product' },
  area: { value: 'SLUG', repeats: true, text: 'an area of the product; makes the report partial' },
  environment: { value: 'NAME', text: 'the tested deployment, such as production' },
  tool: { value: 'NAME', text: 'the name of the tool, if different from the report' },
  line: { value: 'LINE', choices: LINES, text: 'main or proposal, instead of the branch' },
  'main-branch': { value: 'PATTERN', repeats: true, text: 'an additional branch of the main line, such as release/*' },
  branch: { value: 'NAME', text: 'the branch, if the CI does not provide it or is wrong' },
  sha: { value: 'COMMIT', text: 'the tested commit, likewise' },
  pr: { value: 'N', text: 'the number of the pull or merge request, likewise' },
  base: { value: 'COMMIT', text: 'the base commit in the main branch, if the tested code is not checked out' },
  coverage: { value: 'HOW', choices: COVERAGES, text: 'auto, complete or partial' },
  'same-rules': {
    text: 'confirm that every run omits the same rules and kinds of results; allows --coverage complete',
  },
  part: { value: 'I/N', text: 'this is part I of the N that complete the report together' },
  sweep: { value: 'KEY', text: 'the key shared by the parts of one report; detected in CI' },
  format: { value: 'NAME', choices: REPORT_FORMATS, text: `of the reports: ${REPORT_FORMATS.join(', ')}` },
  'fail-on': {
    value: 'WHAT',
    choices: FAIL_ON,
    text: 'introduced (default), introduced-high, introduced-blocking, regressed, review or none',
  },
  max: { value: 'N', text: 'the number of such findings to accept (0)' },
  out: {
    value: 'FORM[=FILE]',
    repeats: true,
    text: 'table (default), json or markdown; junit=F, sarif=F, gitlab-accessibility=F, codequality=F, html=F',
  },
  comment: { text: 'maintain a comment on the pull or merge request (GITHUB_TOKEN or GITLAB_TOKEN)' },
  verbose: { text: 'show each request with its outcome, and the origin of settings' },
  quiet: { text: 'print errors only' },
  'no-color': { text: 'print no colours (like NO_COLOR)' },
  'allow-upload-failure': { text: 'do not fail if the service is unavailable: no answer, 408, 429 or 5xx' },
  timeout: { value: 'SECONDS', text: 'the number of seconds to retry (120)' },
  'idempotency-key': { value: 'KEY', text: 'the identifier of the run; detected in CI' },
  sitemap: { value: 'URL', text: 'scan all pages of this sitemap' },
  crawl: { value: 'N', text: 'follow links of the same site, up to N pages' },
  serve: { value: 'DIR', text: 'serve and scan this folder; addresses can be paths such as /about' },
  start: { value: 'COMMAND', text: 'run this command while scanning, such as "npm start"; requires --ready' },
  ready: { value: 'URL', text: 'the URL that responds after the start; scanned if there is no other address' },
  'wait-for': { value: 'SELECTOR', text: 'scan a page after this element appears' },
  include: { value: 'SELECTOR', repeats: true, text: 'examine these elements only' },
  exclude: { value: 'SELECTOR', repeats: true, text: 'exclude these elements' },
  rules: { value: 'IDS', text: 'use these axe-core rules only, comma-separated' },
  'disable-rules': { value: 'IDS', text: 'exclude these axe-core rules, comma-separated' },
  viewport: { value: 'WxH', text: 'the viewport size (1280x1024)' },
  'cookie-file': {
    value: 'FILE',
    text: 'cookies: cookies.txt of Netscape and curl, or the storage state of Playwright',
  },
  'sign-in': { value: 'FILE', text: 'sign in with these steps first: JSON with open, fill, click and expect' },
  'header-from-env': {
    value: 'NAME=VAR',
    repeats: true,
    text: 'a header for the scanned site only, with the value of a variable',
  },
  'no-upload': { text: 'print the findings only' },
  min: { value: 'LETTER', choices: LETTERS, text: 'the worst Grade that passes: A, B, C, D or E' },
  ci: { value: 'NAME', choices: PROVIDERS_OF_INIT, text: 'github, gitlab, azure or jenkins' },
  url: { value: 'URL', text: 'the address of the service, for the configuration' },
  forks: { text: 'add a workflow that reports for pull requests of forks (GitHub)' },
  force: { text: 'replace existing files' },
  help: { short: 'h', text: 'print this help' },
} as const satisfies Record<string, Flag>;

export type FlagName = keyof typeof FLAGS;
export const flagOf = (name: FlagName): Flag => FLAGS[name];
