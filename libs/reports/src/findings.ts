import { createHash } from 'node:crypto';
import { fingerprintOf, withoutSecrets } from '#libs/snippets';
import { groupBy, storable } from './json.js';
import { higher, type Ratings } from './ratings.js';
import type { Failure, FileLocation, ReportedFinding } from './report.js';

// The limits of the ingest endpoint, in characters. It takes longer selectors, but nobody reads them.
const TITLE = 300;
const DESCRIPTION = 5000;
const RULE = 200;
const SNIPPET = 2000;
const SELECTOR = 2000;
const ADDRESS = 2000;
const CRITERIA = 20;
const CRITERION = 50;

/** A finding, and where it stands in a file. */
export interface Located {
  finding: ReportedFinding;
  location: FileLocation | undefined;
}

/**
 * The findings of failures within the limits of the ingest endpoint: each identity once for each page, and everywhere
 * with the highest severity and impact that any of them has, since the service keeps one. A failure without a rule is
 * none.
 */
export function findingsOf(failures: readonly Failure[]): Located[] {
  const ratings = new Map<string, Ratings>();
  const found = new Map<string, Located>();
  for (const failure of numbered(failures)) {
    const finding = findingOf(failure);
    if (!finding) continue;
    const identity = identityOf(finding);
    ratings.set(identity, higher(ratings.get(identity) ?? {}, finding));
    const key = JSON.stringify([identity, finding.sourceUrl]);
    const known = found.get(key);
    if (known) known.finding.wcag = criteriaIn([...(known.finding.wcag ?? []), ...(finding.wcag ?? [])]);
    else found.set(key, { finding, location: failure.location });
  }
  return [...found.values()].map(({ finding, location }) => {
    const its = ratings.get(identityOf(finding));
    return { finding: compact({ ...finding, ...its }), location };
  });
}

/** What tells findings of one tool apart. */
export const identityOf = ({ ruleId, selector, needsReview }: ReportedFinding): string =>
  JSON.stringify([ruleId, selector ?? null, ...(needsReview ? ['review'] : [])]);

/**
 * Selectors that name their place, and a number from the second of those that would be taken for one: of one rule and
 * page, or different only in what is masked.
 */
function numbered(failures: readonly Failure[]): Failure[] {
  const spelled = failures.map((failure) => ({
    ...failure,
    written: clean(failure.selector),
    selector: masked(failure),
  }));
  const alike = groupBy(spelled, ({ run, ruleId, page, place, selector, needsReview }) =>
    JSON.stringify([run, ruleId, page, place, selector, needsReview]),
  );
  return [...alike.values()].flatMap((group) => {
    const written = new Map<string, number>();
    for (const one of group) if (!written.has(one.written)) written.set(one.written, written.size + 1);
    return [...group]
      .sort((a, b) => compare(a.order ?? [], b.order ?? []))
      .map((failure, index) => {
        const number = failure.order ? index + 1 : written.get(failure.written)!;
        return { ...failure, selector: selectorOf(failure, number) };
      });
  });
}

const masked = ({ selector }: Failure): string | undefined =>
  selector === undefined ? undefined : withoutSecrets(clean(selector)) || undefined;

function selectorOf({ place, selector }: Failure, number: number): string | undefined {
  const whole = [place, selector].filter((part) => part !== undefined).join(': ');
  return number > 1 ? `${whole} (${number})`.trimStart() : whole || undefined;
}

/** Orders lists of numbers by the first in which they differ. */
function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((number, place) => number !== b[place]);
  return index < 0 ? a.length - b.length : a[index]! - (b[index] ?? -1);
}

function findingOf({
  ruleId,
  title,
  description,
  severity,
  impact,
  page,
  wcag = [],
  selector,
  snippet,
  helpUrl,
  fingerprint,
  needsReview,
}: Failure): ReportedFinding | undefined {
  const rule = clean(ruleId);
  if (!rule) return undefined;
  const quoted = safeText(snippet, SNIPPET);
  return compact({
    title: cut(safeText(title, TITLE) || rule, TITLE),
    description: cut(safeText(description, DESCRIPTION), DESCRIPTION) || undefined,
    severity,
    impact,
    sourceUrl: addressOf(page),
    wcag: criteriaIn(wcag),
    selector: cutIdentity(clean(selector), SELECTOR) || undefined,
    snippet: cut(quoted, SNIPPET) || undefined,
    helpUrl: addressOf(helpUrl),
    fingerprint: fingerprint ?? fingerprintOf(quoted),
    ruleId: cutIdentity(rule, RULE),
    needsReview: needsReview ? (true as const) : undefined,
  });
}

function criteriaIn(named: readonly string[]): string[] | undefined {
  const criteria = [...new Set(named.map(clean))].filter((name) => name !== '' && name.length <= CRITERION);
  return criteria.length === 0 ? undefined : criteria.slice(0, CRITERIA);
}

/** The same without what is undefined. */
const compact = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;

/** A text without secrets; of one that is much too long, the beginning. */
const safeText = (whole: string | undefined, length: number): string =>
  withoutSecrets(clean(whole?.slice(0, length * MOST_KEPT)));

const MOST_KEPT = 4;

const clean = (whole = ''): string => storable(whole).trim();

/** The first characters of a text that is too long. */
export function cut(whole: string, length: number): string {
  if (whole.length <= length) return whole;
  const characters = Array.from(whole.slice(0, length * 2));
  const isShort = whole.length <= length * 2 && characters.length <= length;
  return isShort ? whole : `${characters.slice(0, length - 1).join('')}…`;
}

/** As `cut`, but two that differ still do: they end in a digest of the whole. */
function cutIdentity(whole: string, length: number): string {
  if (whole.length <= length) return whole;
  const digest = createHash('sha256').update(whole).digest('hex').slice(0, 16);
  return `${cut(whole, length - digest.length - 1)} ${digest}`;
}

/**
 * The address of a page as a finding may carry it: http or https, without a password, without blanks, without its query
 * where it would be too long; undefined for any other.
 */
export function addressOf(page: string | undefined): string | undefined {
  const whole = clean(page);
  if (!IS_WEB.test(whole) || !URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  if (url.hostname === '') return undefined;
  const isLong = whole.length > ADDRESS;
  const isOdd = url.username !== '' || url.password !== '' || /[\s\u0000-\u001f\u007f]/.test(whole);
  if (!isLong && !isOdd) return whole;
  url.username = url.password = '';
  if (isLong) url.search = url.hash = '';
  return url.href.length <= ADDRESS ? url.href : undefined;
}

const IS_WEB = /^https?:\/\//i;

/** Whether this looks like the address of a page, and yet cannot be told. */
export const isLostAddress = (page: string | undefined): boolean =>
  page !== undefined && IS_WEB.test(page.trim()) && addressOf(page) === undefined;
