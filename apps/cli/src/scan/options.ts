import { readFileSync } from 'node:fs';
import type { GivenFlags } from '../command-line.js';
import { LocalFault } from '../faults.js';
import { keepSecret } from '../printable.js';
import { type Cookie, readCookies } from './cookies.js';
import { readSteps, type SignInSteps } from './steps.js';

/** How pages are loaded and what of them is examined. */
export interface ScanOptions {
  waitFor?: string;
  include: string[];
  exclude: string[];
  /** Ids of rules of axe-core; without `only` all but `without`. */
  only: string[];
  without: string[];
  /** Of axe-core; without any all rules that it runs by itself. */
  tags?: string[];
  viewport?: { width: number; height: number };
  cookies: Cookie[];
  /** How to sign in before pages are scanned. */
  signIn?: SignInSteps;
  /** For the scanned sites alone. */
  headers: { name: string; value: string }[];
}

/**
 * Reads the flags of a scan.
 * @throws LocalFault that names the one at fault
 */
export function scanOptions(flags: GivenFlags, env: NodeJS.ProcessEnv): ScanOptions {
  const viewport = viewportIn(flags.viewport);
  const only = idsIn('rules', flags.rules);
  const without = idsIn('disable-rules', flags['disable-rules']);
  if (only.length > 0 && without.length > 0) throw new LocalFault('--rules cannot be combined with --disable-rules.');
  return {
    ...(flags['wait-for'] === undefined ? {} : { waitFor: flags['wait-for'] }),
    ...(viewport ? { viewport } : {}),
    ...{ include: flags.include ?? [], exclude: flags.exclude ?? [], only, without },
    ...(flags['sign-in'] === undefined ? {} : { signIn: readSteps(flags['sign-in'], env) }),
    cookies: flags['cookie-file'] === undefined ? [] : cookiesOf(flags['cookie-file']),
    headers: (flags['header-from-env'] ?? []).map((text) => headerIn(text, env)),
  };
}

/** Whether all of each page is examined, by all rules. */
export const isWhole = ({ include, exclude, only, without }: ScanOptions): boolean =>
  [include, exclude, only, without].every(({ length }) => length === 0);

function idsIn(flag: string, text: string | undefined): string[] {
  if (text === undefined) return [];
  const ids = text.split(',').map((id) => id.trim());
  if (ids.every((id) => /^[\w-]{1,100}$/.test(id))) return ids;
  throw new LocalFault(`--${flag} must be a list of rules such as image-alt,label, not "${text}".`);
}

function viewportIn(text: string | undefined): ScanOptions['viewport'] {
  if (text === undefined) return undefined;
  const [, width, height] = (/^(\d{2,5})x(\d{2,5})$/.exec(text) ?? []).map(Number);
  if (width && height) return { width, height };
  throw new LocalFault(`--viewport must be WxH such as 375x812, not "${text}".`);
}

function cookiesOf(file: string): Cookie[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new LocalFault(`--cookie-file: ${file} cannot be read: ${(error as Error).message}.`);
  }
  const cookies = readCookies(text);
  if (cookies.length === 0)
    throw new LocalFault(
      `--cookie-file: ${file} has no cookies in the form of cookies.txt or a Playwright storage state.`,
    );
  keepSecret(...cookies.map(({ value }) => value));
  return cookies;
}

function headerIn(text: string, env: NodeJS.ProcessEnv): { name: string; value: string } {
  const [, name, variable] = /^([!#$%&'*+.^`|~\w-]+)=(\w+)$/.exec(text) ?? [];
  if (!name || !variable)
    throw new LocalFault('--header-from-env must be NAME=VAR, such as Authorization=STAGING_AUTHORIZATION.');
  const value = env[variable]?.trim();
  if (!value) throw new LocalFault(`--header-from-env ${name}: the variable ${variable} is not set.`);
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
    throw new LocalFault(`--header-from-env ${name}: ${variable} contains characters not allowed in a header.`);
  keepSecret(value, value.split(' ').at(-1));
  return { name, value };
}
