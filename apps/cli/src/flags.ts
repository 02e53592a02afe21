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
  config: { value: 'FILE', text: 'the configuration, where it is not curbcut.config.json here or above' },
  product: { value: 'SLUG', text: 'the product (or CURBCUT_PRODUCT)' },
  organization: { value: 'ID', text: 'the organization, without a key or with one of a single product' },
  area: { value: 'SLUG', repeats: true, text: 'an area of the product that the report is about; makes it partial' },
  environment: { value: 'NAME', text: 'the deployment that was tested, such as production' },
  tool: { value: 'NAME', text: 'the name of the tool, where it is not the one that the report says' },
  line: { value: 'LINE', choices: LINES, text: 'main or proposal, where the branch should not decide' },
  'main-branch': { value: 'PATTERN', repeats: true, text: 'a further branch of the main line, such as release/*' },
  branch: { value: 'NAME', text: 'the branch, where the CI does not say it or says another' },
  sha: { value: 'COMMIT', text: 'the commit that was tested, likewise' },
  pr: { value: 'N', text: 'the number of the pull or merge request, likewise' },
  base: { value: 'COMMIT', text: 'what of the main branch was in it, where what was tested is not checked out here' },
  coverage: { value: 'HOW', choices: COVERAGES, text: 'auto, complete or partial' },
  'same-rules': { text: 'every run leaves out the same rules and kinds of results, so a complete one may' },
  part: { value: 'I/N', text: 'this is part I of the N that complete the report together' },
  sweep: { value: 'KEY', text: 'what the parts of one report share; found by itself in CI' },
  format: { value: 'NAME', choices: REPORT_FORMATS, text: `of the reports: ${REPORT_FORMATS.join(', ')}` },
  'fail-on': {
    value: 'WHAT',
    choices: FAIL_ON,
    text: 'introduced (default), introduced-high, introduced-blocking, regressed, review or none',
  },
  max: { value: 'N', text: 'how many of these are let through (0)' },
  out: {
    value: 'FORM[=FILE]',
    repeats: true,
    text: 'table (default), json or markdown; junit=F, sarif=F, gitlab-accessibility=F, codequality=F, html=F',
  },
  comment: { text: 'keep one comment at the pull or merge request (GITHUB_TOKEN or GITLAB_TOKEN)' },
  verbose: { text: 'tell each request with its outcome, and where settings come from' },
  quiet: { text: 'print nothing but what is wrong' },
  'no-color': { text: 'print no colours (as NO_COLOR does)' },
  'allow-upload-failure': { text: 'do not fail because the service is away: no answer, 408, 429 or 5xx' },
  timeout: { value: 'SECONDS', text: 'for how long the service is tried (120)' },
  'idempotency-key': { value: 'KEY', text: 'what names this run; found by itself in CI' },
  sitemap: { value: 'URL', text: 'scan every page that this sitemap lists' },
  crawl: { value: 'N', text: 'follow links of the same site, up to N pages' },
  serve: { value: 'DIR', text: 'serve this folder, and scan it; addresses may be paths such as /about' },
  start: { value: 'COMMAND', text: 'run this while scanning, such as "npm start"; needs --ready' },
  ready: { value: 'URL', text: 'what answers once that has started; scanned where no address is given' },
  'wait-for': { value: 'SELECTOR', text: 'scan a page when it has this element' },
  include: { value: 'SELECTOR', repeats: true, text: 'examine only these elements' },
  exclude: { value: 'SELECTOR', repeats: true, text: 'leave these elements out' },
  rules: { value: 'IDS', text: 'only these rules of axe-core, with commas in between' },
  'disable-rules': { value: 'IDS', text: 'all rules of axe-core but these' },
  viewport: { value: 'WxH', text: 'the size of the window (1280x1024)' },
  'cookie-file': { value: 'FILE', text: "cookies: cookies.txt of Netscape and curl, or Playwright's storage state" },
  'sign-in': { value: 'FILE', text: 'sign in by these steps first: JSON with open, fill, click and expect' },
  'header-from-env': {
    value: 'NAME=VAR',
    repeats: true,
    text: 'a header for the scanned site alone, its value from a variable',
  },
  'no-upload': { text: 'only print what was found' },
  min: { value: 'LETTER', choices: LETTERS, text: 'the worst Grade that passes: A, B, C, D or E' },
  ci: { value: 'NAME', choices: PROVIDERS_OF_INIT, text: 'github, gitlab, azure or jenkins' },
  url: { value: 'URL', text: 'the address of the service, for the configuration' },
  forks: { text: 'with a workflow that reports for pull requests of forks (GitHub)' },
  force: { text: 'replace files that are there' },
  help: { short: 'h', text: 'print this' },
} as const satisfies Record<string, Flag>;

export type FlagName = keyof typeof FLAGS;
export const flagOf = (name: FlagName): Flag => FLAGS[name];
