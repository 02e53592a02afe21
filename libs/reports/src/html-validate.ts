import { isOfHtmlValidate, pathOf, locationOf } from './eslint.js';
import { at, list, text } from './json.js';
import type { Failure, Format, ReadContext } from './report.js';
import { HTML_VALIDATE_RULES } from './rules/by-hand.js';
import { criteriaOfHtmlValidate } from './rules/criteria.js';

/** html-validate: what its rules about accessibility found. Where is the file and the selector in it. */
export const htmlValidate: Format = {
  name: 'html-validate',
  emptyList: true,
  recognises: isOfHtmlValidate,
  read: (reports, context) => [
    {
      tool: 'html-validate',
      failures: reports.flatMap((file) => failuresOf(file, context)),
      omissions: reports.flatMap((file) =>
        brokenIn(file).map(
          (message) => `The file ${pathOf(file, context.root)} was not examined: ${text(at(message, 'message')) ?? ''}`,
        ),
      ),
      failed: reports.filter((file) => brokenIn(file).length > 0).map((file) => pathOf(file, context.root)),
      isEmpty: reports.length > 0 && reports.every((file) => brokenIn(file).length > 0),
    },
  ],
};

const brokenIn = (file: unknown): unknown[] =>
  list(at(file, 'messages')).filter((message) => at(message, 'ruleId') === 'parser-error');

const failuresOf = (file: unknown, { root }: ReadContext): Failure[] =>
  list(at(file, 'messages'))
    .filter((message) => isAccessibilityRule(text(at(message, 'ruleId')) ?? ''))
    .map((message) => {
      const location = locationOf(file, message, root);
      return {
        ruleId: text(at(message, 'ruleId')),
        title: text(at(message, 'message')),
        wcag: criteriaOfHtmlValidate(at(message, 'ruleId')),
        place: location.path,
        selector: text(at(message, 'selector')),
        location,
        order: [location.line ?? 0, location.column ?? 0],
      };
    });

/** Those of its preset `html-validate:a11y`, past and present, but two that are about other things. */
const isAccessibilityRule = (ruleId: string): boolean =>
  ruleId.startsWith('wcag/') ||
  (Object.hasOwn(HTML_VALIDATE_RULES, ruleId) && !['deprecated-rule', 'no-implicit-button-type'].includes(ruleId));
