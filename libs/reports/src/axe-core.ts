import { at, entries, firstText, isObject, list, text } from './json.js';
import { ratingsOfImpact } from './ratings.js';
import type { Failure, Format, Reading } from './report.js';
import { criteriaOfAxe } from './rules/criteria.js';

/**
 * axe-core: what `axe.run` answers, by itself or as the list of its command line, or rule by rule with its reporter
 * `raw`.
 */
export const axeCore: Format = {
  name: 'axe-core',
  emptyList: true,
  recognises: (report) => isAxeResult(report) || isRawRule(report),
  read: (reports) => {
    // What the entry points for testers keep says which component it is of.
    const runs = reports.filter(isAxeResult).map((result): AxeRun => ({ result, place: text(at(result, 'place')) }));
    const rules = reports.filter(isRawRule);
    return [axeReading(rules.length > 0 ? [...runs, runOfRules(rules)] : runs)];
  },
};

/** cypress-axe: the list of violations that its callback gets. No page is named. */
export const cypressAxe: Format = {
  name: 'cypress-axe',
  emptyList: true,
  recognises: isViolation,
  read: (violations) => [axeReading([{ result: { violations } }])],
};

/** Whether this is an entry of the list `violations`. */
export function isViolation(violation: unknown): boolean {
  return (
    text(at(violation, 'id')) !== undefined &&
    Array.isArray(at(violation, 'nodes')) &&
    Array.isArray(at(violation, 'tags')) &&
    text(at(violation, 'help')) !== undefined
  );
}

/** Whether this is the result of one run of axe-core. Before version 3.3 it did not name itself. */
export function isAxeResult(result: unknown): boolean {
  return (
    Array.isArray(at(result, 'violations')) &&
    list(at(result, 'violations')).every(isObject) &&
    (at(result, 'testEngine', 'name') === 'axe-core' ||
      (Array.isArray(at(result, 'incomplete')) && text(at(result, 'timestamp')) !== undefined))
  );
}

/** What the reporter `raw` says of one rule. */
const isRawRule = (rule: unknown): boolean =>
  text(at(rule, 'id')) !== undefined &&
  at(rule, 'pageLevel') !== undefined &&
  list(at(rule, 'violations')).every((violation) => isObject(at(violation, 'node')));

/** The same as a result; no page is named. */
function runOfRules(rules: readonly unknown[]): AxeRun {
  const inNodes = (name: string) =>
    rules.filter(isObject).flatMap((rule) => {
      const nodes = list(rule[name]).map((checked) => ({
        impact: at(checked, 'impact'),
        target: at(checked, 'node', 'selector'),
        html: at(checked, 'node', 'source'),
      }));
      return nodes.length === 0 ? [] : [{ ...rule, nodes }];
    });
  const failed = rules
    .filter((rule) => at(rule, 'error') !== undefined)
    .map((rule) => ({ ...(rule as object), nodes: [] }));
  return { result: { violations: inNodes('violations'), incomplete: [...inNodes('incomplete'), ...failed] } };
}

/** One run of axe-core; `place` says where, if that is not its address: a story that was rendered in a test. */
export interface AxeRun {
  result: unknown;
  place?: string | undefined;
}

/** What several runs say together. */
export const axeReading = (runs: readonly AxeRun[]): Reading => joined(runs.map(readingOf));

/** Several readings as one, so that what they were read from need not be kept. */
export function joined(readings: readonly Reading[]): Reading {
  const times = readings.flatMap(({ completedAt }) => completedAt ?? []).sort();
  return {
    tool: 'axe-core',
    toolVersion: readings.map(({ toolVersion }) => toolVersion).find((version) => version !== undefined),
    failures: readings.flatMap(({ failures }) => failures),
    pages: readings.flatMap(({ pages = [] }) => pages),
    startedAt: times[0],
    completedAt: times.at(-1),
    omissions: readings.flatMap(({ omissions = [] }) => omissions),
    selections: readings.flatMap(({ selections = [] }) => selections),
    failed: readings.flatMap(({ failed = [] }) => failed),
    isEmpty: readings.length > 0 && readings.every(({ isEmpty }) => isEmpty === true),
  };
}

/** Whether this is the page that a browser shows in place of one that did not load. */
export const isErrorPage = (address: string | undefined): boolean => address?.startsWith('chrome-error:') === true;

function readingOf(run: AxeRun): Reading {
  const page = text(at(run.result, 'url'));
  const common = {
    tool: 'axe-core',
    toolVersion: versionOf(run),
    completedAt: text(at(run.result, 'timestamp')),
  };
  if (isErrorPage(page)) {
    const name = run.place ?? page!;
    return { ...common, failures: [], failed: [name], omissions: [`A page did not load: ${name}.`], isEmpty: true };
  }
  return {
    ...common,
    failures: failuresOf(run),
    pages: run.place === undefined ? [page] : [],
    omissions: omissionsOf(run),
    selections: selectionsOf(run),
  };
}

function versionOf({ result }: AxeRun): string | undefined {
  const help = text(at(result, 'violations', 0, 'helpUrl')) ?? '';
  return text(at(result, 'testEngine', 'version')) ?? /\/rules\/axe\/([\d.]+)\//.exec(help)?.[1];
}

const failuresOf = ({ result, place }: AxeRun): Failure[] => [
  ...list(at(result, 'violations')).flatMap((violation) => failuresOfRule(violation, { result, place }, false)),
  ...list(at(result, 'incomplete'))
    .map((rule) => ({ ...(rule as object), nodes: undecidedIn(rule) }))
    .filter(({ nodes }) => nodes.length > 0)
    .flatMap((rule) => failuresOfRule(rule, { result, place }, true)),
];

/** The elements that it could not decide about, other than those where it failed and frames that it could not enter. */
const undecidedIn = (rule: unknown): unknown[] =>
  at(rule, 'id') === 'frame-tested' || at(rule, 'error') !== undefined
    ? []
    : list(at(rule, 'nodes')).filter((node) => !hasFailedAt(node));

/** Whether a rule failed to run, on the whole page or at an element. */
const hasFailed = (rule: unknown): boolean =>
  at(rule, 'error') !== undefined || undecidedIn(rule).length < Math.max(1, list(at(rule, 'nodes')).length);

const hasFailedAt = (node: unknown): boolean =>
  list(at(node, 'none')).some((check) => at(check, 'id') === 'error-occurred') ||
  /\bAxe encountered an error; test the page/.test(text(at(node, 'failureSummary')) ?? '');

function failuresOfRule(violation: unknown, { result, place }: AxeRun, needsReview: boolean): Failure[] {
  const nodes = list(at(violation, 'nodes'));
  const common = {
    ruleId: text(at(violation, 'id')),
    title: firstText(at(violation, 'help'), at(violation, 'description')),
    wcag: criteriaOfAxe(at(violation, 'id'), list(at(violation, 'tags'))),
    // The address of a story holds the session of the run.
    page: place === undefined ? text(at(result, 'url')) : undefined,
    place,
    needsReview,
    helpUrl: text(at(violation, 'helpUrl')),
  };
  return (nodes.length === 0 ? [undefined] : nodes).map((node) => ({
    ...common,
    description: firstText(at(node, 'failureSummary'), at(violation, 'description')),
    ...ratingsOfImpact(at(node, 'impact') ?? at(violation, 'impact')),
    selector: selectorOf(at(node, 'target')),
    snippet: text(at(node, 'html')),
  }));
}

/** Frames are further elements of the list, shadow roots nest a list in it. */
const selectorOf = (target: unknown): string | undefined =>
  list(target)
    .flatMap((part) => (Array.isArray(part) ? (part as unknown[]) : [part]))
    .flatMap((part) => text(part) ?? [])
    .join(' ') || undefined;

/** Frames that axe-core could not enter, rules that failed, and lists that it has shortened. */
function omissionsOf({ result, place }: AxeRun): string[] {
  const where = whereOf({ result, place });
  const failed = list(at(result, 'incomplete')).flatMap((rule) => {
    const nodes = list(at(rule, 'nodes'));
    if (at(rule, 'id') === 'frame-tested')
      return nodes.map((node) => `The frame ${selectorOf(at(node, 'target')) ?? ''} of ${where} was not examined.`);
    return hasFailed(rule) ? [`The rule ${text(at(rule, 'id')) ?? ''} failed to run on ${where}.`] : [];
  });
  const types = at(result, 'toolOptions', 'resultTypes');
  const shortened = ['violations', 'incomplete'].filter(
    (name) =>
      Array.isArray(types) &&
      !types.includes(name) &&
      list(at(result, name)).some((rule) => list(at(rule, 'nodes')).length > 0),
  );
  return [
    ...failed,
    ...shortened.map((name) => `The list "${name}" of ${where} has one element of each rule only (resultTypes).`),
  ];
}

const whereOf = ({ result, place }: AxeRun): string => place ?? text(at(result, 'url')) ?? 'a page';

/** What somebody has chosen in the options of the run. */
function selectionsOf(run: AxeRun): string[] {
  const options = at(run.result, 'toolOptions');
  const only = at(options, 'runOnly');
  const chosen = [at(only, 'values') ?? at(only, 'value') ?? only].flat().flatMap((value) => text(value) ?? []);
  const off = entries(at(options, 'rules')).filter(([, rule]) => at(rule, 'enabled') === false);
  // Entry points for testers that know violations alone name no version.
  const hasNoReview =
    !Array.isArray(at(run.result, 'incomplete')) && at(run.result, 'testEngine', 'version') !== undefined;
  return [
    ...(chosen.length > 0 ? [`Only the rules of ${chosen.join(', ')} ran (runOnly).`] : []),
    ...(off.length > 0 ? [`Rules were turned off: ${off.map(([id]) => id).join(', ')}.`] : []),
    ...(at(options, 'iframes') === false ? ['Frames were left out (iframes).'] : []),
    ...(hasNoReview ? ['Results that need review were left out (the reporter writes no list "incomplete").'] : []),
  ];
}
