import { isOfHtmlValidate, locationOf } from './eslint.js';
import { at, list, text } from './json.js';
import type { Failure, Format, ReadContext } from './report.js';

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
        list(at(file, 'messages'))
          .filter((message) => at(message, 'ruleId') === 'parser-error')
          .map(
            (message) =>
              `The file ${locationOf(file, message, context.root).path} was not examined: ${text(at(message, 'message')) ?? ''}`,
          ),
      ),
    },
  ],
};

const failuresOf = (file: unknown, { root }: ReadContext): Failure[] =>
  list(at(file, 'messages'))
    .filter((message) => isAccessibilityRule(text(at(message, 'ruleId')) ?? ''))
    .map((message) => {
      const location = locationOf(file, message, root);
      return {
        ruleId: text(at(message, 'ruleId')),
        title: text(at(message, 'message')),
        severity: at(message, 'severity') === 2 ? 'high' : 'medium',
        place: location.path,
        selector: text(at(message, 'selector')),
        location,
        order: [location.line ?? 0, location.column ?? 0],
      };
    });

const isAccessibilityRule = (ruleId: string): boolean => ruleId.startsWith('wcag/') || RULES.has(ruleId);

/** Those of its preset `html-validate:a11y`, past and present, that are about accessibility. */
const RULES = new Set([
  'area-alt',
  'aria-hidden-body',
  'aria-label-misuse',
  'empty-heading',
  'empty-title',
  'heading-level',
  'hidden-focusable',
  'input-missing-label',
  'meta-refresh',
  'multiple-labeled-controls',
  'no-abstract-role',
  'no-autoplay',
  'no-redundant-aria-label',
  'no-redundant-for',
  'no-redundant-role',
  'prefer-native-element',
  'svg-focusable',
  'text-content',
  'unique-landmark',
  'valid-autocomplete',
]);
