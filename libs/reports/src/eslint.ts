import { at, isObject, list, text } from './json.js';
import { isLintRule, isMissingRule, presentLintRule } from './lint-rules.js';
import { pathFrom } from './paths.js';
import type { Failure, Format, ReadContext } from './report.js';
import { criteriaOfLint } from './rules/criteria.js';

/**
 * ESLint: what the rules about accessibility found. Where is the file, and which of its like in the file: lines and
 * columns change with every edit above.
 */
export const eslint: Format = {
  name: 'eslint',
  emptyList: true,
  recognises: (report) => isFile(report) || isWithMetadata(report),
  read: (reports, context) => {
    const files = reports.flatMap((report) => (isFile(report) ? [report] : list(at(report, 'results'))));
    const root = context.root ?? text(at(reports[0], 'metadata', 'cwd'));
    return [
      {
        tool: 'eslint',
        failures: files.flatMap((file) => failuresOf(file, { ...context, root })),
        omissions: files.flatMap((file) => omissionsOf(file, root)),
        selections: files.filter(isIgnored).map((file) => `The file ${pathOf(file, root)} was ignored.`),
        failed: files.filter(isBroken).map((file) => pathOf(file, root)),
        isEmpty: files.length > 0 && files.every((file) => isBroken(file) || isIgnored(file)),
      },
    ];
  },
};

/** One file of ESLint or of html-validate, which writes the same shape. */
const isLintedFile = (report: unknown): boolean =>
  typeof at(report, 'filePath') === 'string' &&
  Array.isArray(at(report, 'messages')) &&
  list(at(report, 'messages')).every(isObject);

/** html-validate counts characters where ESLint names the kind of node, and mends nothing. */
export const isOfHtmlValidate = (report: unknown): boolean =>
  isLintedFile(report) &&
  at(report, 'fixableErrorCount') === undefined &&
  at(report, 'suppressedMessages') === undefined &&
  (list(at(report, 'messages')).length > 0
    ? list(at(report, 'messages')).every((message) => at(message, 'offset') !== undefined)
    : at(report, 'errorCount') !== undefined);

const isFile = (report: unknown): boolean => isLintedFile(report) && !isOfHtmlValidate(report);

/** The formatter `json-with-metadata`. */
const isWithMetadata = (report: unknown): boolean =>
  isObject(at(report, 'metadata')) && Array.isArray(at(report, 'results')) && list(at(report, 'results')).every(isFile);

const accessibilityOf = (file: unknown): unknown[] =>
  list(at(file, 'messages')).filter((message) => isLintRule(text(at(message, 'ruleId')) ?? ''));

const failuresOf = (file: unknown, { root }: ReadContext): Failure[] =>
  accessibilityOf(file)
    .filter((message) => !isMissingRule(text(at(message, 'message'))))
    .map((message) => {
      const location = locationOf(file, message, root);
      return {
        ruleId: presentLintRule(text(at(message, 'ruleId')) ?? ''),
        title: text(at(message, 'message')),
        wcag: criteriaOfLint(text(at(message, 'ruleId')) ?? ''),
        place: location.path,
        location,
        order: [location.line ?? 0, location.column ?? 0],
      };
    });

const brokenIn = (file: unknown): unknown[] =>
  list(at(file, 'messages')).filter((message) => at(message, 'fatal') === true);

/** A file that could not be parsed, one error of which is all that is known of it. */
const isBroken = (file: unknown): boolean => brokenIn(file).length > 0;

/** A file that was named and is not to be examined. */
const isIgnored = (file: unknown): boolean =>
  list(at(file, 'messages')).some(
    (message) => !text(at(message, 'ruleId')) && /^File ignored\b/.test(text(at(message, 'message')) ?? ''),
  );

export const pathOf = (file: unknown, root: string | undefined): string =>
  pathFrom(root, text(at(file, 'filePath')) ?? '');

function omissionsOf(file: unknown, root: string | undefined): string[] {
  const path = pathOf(file, root);
  const broken = brokenIn(file);
  const missing = accessibilityOf(file).filter((message) => isMissingRule(text(at(message, 'message'))));
  return [
    ...broken.map((message) => `The file ${path} was not examined: ${text(at(message, 'message')) ?? ''}`),
    ...missing.map((message) => `The rule ${text(at(message, 'ruleId'))} did not run: ESLint does not have it.`),
  ];
}

/** Where a message stands. */
export function locationOf(file: unknown, message: unknown, root: string | undefined) {
  const number = (name: string) => {
    const value = at(message, name);
    return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
  };
  return { path: pathOf(file, root), line: number('line'), column: number('column') };
}
