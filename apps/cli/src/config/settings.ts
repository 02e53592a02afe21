import type { CommandLine, GivenFlags } from '../command-line.js';
import { LocalFault } from '../faults.js';
import { OUTPUTS } from '../flags.js';
import { type Config, CONFIG_FILE, type FileOfPage } from './config.js';

type Coverage = 'auto' | 'complete' | 'partial';
export type FailOn = 'introduced' | 'introduced-high' | 'introduced-blocking' | 'regressed' | 'review' | 'none';

/** Where a form of the result goes: a file, or standard output. */
export interface Output {
  form: (typeof OUTPUTS)[number];
  file?: string;
}

/** What flags, variables and configuration say together. */
export interface Settings {
  /** Without a slash at its end; undefined where nothing is sent. */
  url?: string;
  apiKey?: string;
  product?: string;
  organization?: string;
  reports: string[];
  format?: string;
  tool?: string;
  areas: string[];
  environment?: string;
  line?: 'main' | 'proposal';
  /** What flags say of the run, in place of what the CI says. */
  overrides: { branch?: string; sha?: string; pr?: number; base?: string };
  mainBranches: string[];
  coverage: Coverage;
  /** Every run selects the same rules, so that a selection leaves nothing out. */
  sameRules: boolean;
  part?: { part: number; of: number };
  sweep?: string;
  failOn: FailOn;
  max: number;
  outputs: Output[];
  comment: boolean;
  quiet: boolean;
  allowUploadFailure: boolean;
  /** For how long a request is tried, in milliseconds. */
  timeout: number;
  idempotencyKey?: string;
  shown: { pages: readonly FileOfPage[]; configuration: string };
}

const STDOUT: readonly string[] = ['table', 'json', 'markdown'];
const MOST_PARTS = 1000;

/**
 * Flags win over variables, variables over the configuration.
 * @param configuration its file, from the repository's root
 * @throws LocalFault that names the flag or variable at fault
 */
export function settingsOf(
  { flags, operands }: CommandLine,
  env: NodeJS.ProcessEnv,
  config: Config,
  configuration?: string,
): Settings {
  const product = flags.product ?? (env['CURBCUT_PRODUCT'] || config.product);
  const settings: Settings = {
    ...given('url', serviceAddress(env['CURBCUT_URL'] || config.url)),
    ...given('apiKey', keyIn(env['CURBCUT_API_KEY'])),
    ...given('product', product),
    ...given('organization', flags.organization ?? (env['CURBCUT_ORGANIZATION'] || config.organization)),
    reports: operands.length > 0 ? operands : (config.reports ?? []),
    ...given('format', flags.format ?? config.format),
    ...given('tool', flags.tool ?? config.tool),
    areas: flags.area ?? config.areas ?? [],
    ...given('environment', flags.environment ?? config.environment),
    ...given('line', flags.line as Settings['line']),
    overrides: {
      ...given('branch', flags.branch),
      ...given('sha', commitIn('sha', flags.sha)),
      ...given('pr', number('pr', flags.pr, 1)),
      ...given('base', commitIn('base', flags.base)),
    },
    mainBranches: [...(config.mainBranches ?? []), ...(flags['main-branch'] ?? [])],
    coverage: (flags.coverage ?? config.coverage ?? 'auto') as Coverage,
    sameRules: flags['same-rules'] ?? config.sameRules ?? false,
    ...given('part', partOf(flags.part)),
    ...given('sweep', flags.sweep),
    failOn: (flags['fail-on'] ?? config.failOn ?? 'introduced') as FailOn,
    max: number('max', flags.max, 0) ?? config.max ?? 0,
    outputs: outputsOf(flags.out ?? config.out ?? [], product),
    comment: flags.comment ?? config.comment ?? false,
    quiet: flags.quiet ?? false,
    allowUploadFailure: flags['allow-upload-failure'] ?? false,
    timeout: (number('timeout', flags.timeout, 1) ?? config.timeout ?? 120) * 1000,
    ...given('idempotencyKey', flags['idempotency-key']),
    shown: { pages: config.pages ?? [], configuration: configuration ?? CONFIG_FILE },
  };
  requireConsistency(settings, flags);
  return settings;
}

/** An object that has the property only where there is something to say. */
const given = <Name extends string, Value>(name: Name, value: Value | undefined | ''): { [N in Name]?: Value } =>
  value === undefined || value === '' ? {} : ({ [name]: value } as { [N in Name]?: Value });

function keyIn(text: string | undefined): string | undefined {
  const key = text?.trim();
  // A key of other letters could not even be sent.
  if (key && !/^[\x21-\x7e]+$/.test(key))
    throw new LocalFault('CURBCUT_API_KEY must not contain blanks or line breaks.');
  return key;
}

function serviceAddress(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (!address || !/^https?:$/.test(address.protocol))
    throw new LocalFault(`CURBCUT_URL must be an http or https address, not "${text}".`);
  if (address.username || address.password)
    throw new LocalFault('CURBCUT_URL must not contain a user or password. Set the key in CURBCUT_API_KEY.');
  return `${address.origin}${address.pathname}`.replace(/\/+$/, '');
}

function number(flag: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text) || Number(text) < least)
    throw new LocalFault(`--${flag} must be a whole number from ${least}, not "${text}".`);
  return Number(text);
}

function commitIn(flag: string, text: string | undefined): string | undefined {
  if (text === undefined || /^[0-9a-f]{7,64}$/i.test(text)) return text;
  throw new LocalFault(`--${flag} must be a commit of 7 to 64 hexadecimal digits, not "${text}".`);
}

function partOf(text: string | undefined): Settings['part'] {
  if (text === undefined) return undefined;
  const [, part, of] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (!part || !of || part > of || of > MOST_PARTS)
    throw new LocalFault(
      `--part must be I/N with I from 1 to N and N up to ${MOST_PARTS}, such as 2/4, not "${text}".`,
    );
  return { part, of };
}

/** `{product}` in the name of a file stands for the product. */
function outputsOf(texts: readonly string[], product = ''): Output[] {
  const outputs = texts.map((text): Output => {
    const [, form, file] = /^([^=]+)(?:=(.+))?$/s.exec(text) ?? [];
    if (!OUTPUTS.some((known) => known === form))
      throw new LocalFault(`--out must be one of ${OUTPUTS.join(', ')}, not "${text}".`);
    if (file === undefined && !STDOUT.includes(form!))
      throw new LocalFault(`--out ${form} requires a file: --out ${form}=FILE.`);
    return { form: form as Output['form'], ...given('file', file?.replaceAll('{product}', product)) };
  });
  const printed = outputs.filter(({ file }) => file === undefined);
  if (printed.length > 1)
    throw new LocalFault(
      `Only one of ${printed.map(({ form }) => `--out ${form}`).join(' and ')} can be printed. Write the other one to a file (=FILE).`,
    );
  return printed.length === 1 ? outputs : [{ form: 'table' }, ...outputs];
}

/** What two settings cannot say together. */
function requireConsistency(settings: Settings, flags: GivenFlags): void {
  const { part, areas, coverage, sweep, idempotencyKey } = settings;
  if (part && coverage === 'partial' && flags.coverage)
    throw new LocalFault('--part requires complete coverage and cannot be combined with --coverage partial.');
  if (part && areas.length > 0)
    throw new LocalFault('--part cannot be combined with --area, because an area is partial.');
  if (sweep !== undefined && !isOneLine(sweep, 255))
    throw new LocalFault('--sweep must be a single line of at most 255 characters.');
  if (idempotencyKey !== undefined && !isOneLine(idempotencyKey, 200))
    throw new LocalFault('--idempotency-key must be a single line of at most 200 characters.');
}

const isOneLine = (text: string, most: number): boolean =>
  /\S/.test(text) && [...text].length <= most && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
