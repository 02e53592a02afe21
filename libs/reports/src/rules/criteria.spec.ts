import { ALFA_RULES } from './alfa.generated.js';
import { AXE_RULES } from './axe.generated.js';
import { ALFA_RGAA, ANGULAR_RULES, HTML_VALIDATE_RULES, IBM_RGAA, VUE_RULES } from './by-hand.js';
import { criteriaOfAlfa, criteriaOfAxe, criteriaOfHtmlValidate, criteriaOfIbm, criteriaOfLint } from './criteria.js';
import { IBM_RULES } from './ibm.generated.js';
import { JSX_A11Y_RULES } from './jsx-a11y.generated.js';

const words = (text: string): string[] => text.split(/\s+/);

/** For each tool its rules, what is known of them, and each rule without a criterion of WCAG by the reason for that. */
const TOOLS: Record<
  string,
  { rules: object; known: (rule: string) => readonly string[]; without: Record<string, string> }
> = {
  'axe-core': {
    rules: AXE_RULES,
    known: (rule) => criteriaOfAxe(rule),
    without: {
      'a best practice': `accesskeys aria-allowed-role aria-dialog-name aria-text aria-treeitem-name empty-heading empty-table-header
        focus-order-semantics frame-tested heading-order hidden-content image-redundant-alt label-title-only
        landmark-banner-is-top-level landmark-complementary-is-top-level landmark-contentinfo-is-top-level
        landmark-main-is-top-level landmark-no-duplicate-banner landmark-no-duplicate-contentinfo landmark-no-duplicate-main
        landmark-one-main landmark-unique meta-viewport-large page-has-heading-one presentation-role-conflict region
        scope-attr-valid skip-link tabindex table-duplicate-name`,
    },
  },
  'IBM Equal Access': {
    rules: IBM_RULES,
    known: (rule) => [
      ...criteriaOfIbm(rule, undefined),
      ...Object.keys(IBM_RULES[rule]!.reasons ?? {}).flatMap((reason) => criteriaOfIbm(rule, reason)),
    ],
    without: {
      "in IBM's own rule sets alone": `aria_attribute_deprecated aria_attribute_valid aria_role_redundant detector_tabbable
        element_accesskey_unique element_attribute_deprecated element_id_unique`,
      'in no rule set': `aria_graphic_labelled aria_img_labelled aria_search_label_unique asciiart_alt_exists debug_paths
        element_scrollable_tabbable emoticons_alt_exists form_submit_review input_placeholder_label_visible
        meta_redirect_optional style_before_after_review`,
    },
  },
  Alfa: {
    rules: ALFA_RULES,
    known: criteriaOfAlfa,
    without: {
      'about ARIA': 'sia-r18 sia-r19 sia-r20 sia-r40 sia-r55 sia-r56 sia-r57',
      'a best practice': `sia-r21 sia-r53 sia-r59 sia-r60 sia-r61 sia-r70 sia-r72 sia-r75 sia-r78 sia-r79 sia-r85 sia-r86 sia-r87`,
      'one technique of several': 'sia-r22 sia-r25 sia-r32 sia-r33 sia-r48 sia-r49',
      'a part of other rules': 'sia-r23 sia-r26 sia-r29 sia-r31 sia-r54',
    },
  },
  'jsx-a11y': {
    rules: JSX_A11Y_RULES,
    known: (rule) => criteriaOfLint(`jsx-a11y/${rule}`),
    without: {
      'a best practice':
        'anchor-ambiguous-text img-redundant-alt no-access-key no-autofocus no-redundant-roles prefer-tag-over-role',
    },
  },
  'html-validate': {
    rules: HTML_VALIDATE_RULES,
    known: criteriaOfHtmlValidate,
    without: {
      'a best practice': `deprecated-rule heading-level no-implicit-button-type no-redundant-aria-label no-redundant-for
        no-redundant-role prefer-native-element svg-focusable unique-landmark`,
    },
  },
  'vuejs-accessibility': {
    rules: Object.fromEntries(
      words(
        `alt-text anchor-has-content aria-props aria-role aria-unsupported-elements click-events-have-key-events
        form-control-has-label heading-has-content iframe-has-title interactive-supports-focus label-has-for
        media-has-caption mouse-events-have-key-events no-access-key no-aria-hidden-on-focusable no-autofocus
        no-distracting-elements no-onchange no-redundant-roles no-role-presentation-on-focusable
        no-static-element-interactions role-has-required-aria-props tabindex-no-positive`,
      ).map((rule) => [rule, true]),
    ),
    known: (rule) => criteriaOfLint(`vuejs-accessibility/${rule}`),
    without: { 'a best practice': 'no-access-key no-autofocus no-redundant-roles' },
  },
  'Angular templates': {
    rules: ANGULAR_RULES,
    known: (rule) => criteriaOfLint(`@angular-eslint/template/${rule}`),
    without: { 'a best practice': 'no-autofocus' },
  },
};

test.each(Object.entries(TOOLS))('each rule of %s has a criterion, or a reason why it has none', (_tool, its) => {
  const without = Object.keys(its.rules).filter(
    (rule) => !its.known(rule).some((number) => !number.startsWith('rgaa:')),
  );
  expect(without.sort()).toEqual(Object.values(its.without).flatMap(words).sort());
});

const withAny = (rules: Record<string, readonly string[]>): number =>
  Object.values(rules).filter((numbers) => numbers.some((number) => !number.startsWith('rgaa:'))).length;

test('the tables have what the packages say', () => {
  const ibm = Object.entries(IBM_RULES).map(([id, { criteria, reasons = {} }]) => [
    id,
    [...criteria, ...Object.values(reasons).flat()],
  ]);
  expect({
    axe: [withAny(AXE_RULES), Object.keys(AXE_RULES).length],
    ibm: [withAny(Object.fromEntries(ibm)), ibm.length],
    alfa: [withAny(ALFA_RULES), Object.keys(ALFA_RULES).length],
    jsx: [withAny(JSX_A11Y_RULES), Object.keys(JSX_A11Y_RULES).length],
    vue: Object.keys(VUE_RULES).length,
  }).toEqual({ axe: [75, 105], ibm: [156, 174], alfa: [60, 91], jsx: [31, 39], vue: 6 });
});

test("the criteria of the RGAA by hand are of rules that IBM's engine has, and tells a criterion of WCAG of", () => {
  expect(Object.keys(IBM_RGAA).filter((rule) => (IBM_RULES[rule]?.criteria ?? []).length === 0)).toEqual([]);
  expect(criteriaOfIbm('img_alt_valid', 'fail_no_alt')).toEqual(['1.1.1', 'rgaa:1.1']);
  // Roles that an element may not have are asked for by no test.
  expect(criteriaOfIbm('aria_role_allowed', 'any')).toEqual(['4.1.2']);
});

test('the criteria of the RGAA by hand are of rules that Alfa has', () => {
  expect(Object.keys(ALFA_RGAA).filter((rule) => !Object.hasOwn(ALFA_RULES, rule))).toEqual([]);
  expect(criteriaOfAlfa('sia-r2')).toEqual(['1.1.1', 'rgaa:1.1']);
  // Links and buttons stand at two of them.
  expect(criteriaOfAlfa('sia-r14')).toEqual(['2.5.3']);
});

test('what the tags of a report say of a standard goes before the table', () => {
  expect(criteriaOfAxe('image-alt', ['wcag2a', 'wcag143'])).toEqual(['1.4.3', 'rgaa:1.1']);
  expect(criteriaOfAxe('of-our-own', ['wcag1410', 'RGAA-10.11.1', 'RGAA-10.11.2'])).toEqual([
    '1.4.10',
    'rgaa:10.11',
    'rgaa:10.11',
  ]);
});

test("a finding of IBM's engine has the criteria of its reason, else those that name none", () => {
  expect(criteriaOfIbm('aria_accessiblename_exists', 'fail_no_accessible_name')).toEqual(['4.1.2']);
  expect(criteriaOfIbm('aria_accessiblename_exists', 'another')).toEqual([]);
  expect(criteriaOfIbm('widget_tabbable_single', 'any')).toEqual(['2.1.1', '2.4.3']);
});

test.each(['constructor', '__proto__', 'unknown', undefined])('of the rule %s nothing is guessed', (rule) => {
  expect(
    [
      criteriaOfAxe(rule),
      criteriaOfIbm(rule, rule),
      criteriaOfAlfa(rule),
      criteriaOfHtmlValidate(rule),
      ...['jsx-a11y', 'vuejs-accessibility', '@angular-eslint/template', 'lit-a11y'].map((plugin) =>
        criteriaOfLint(`${plugin}/${rule}`),
      ),
    ].flat(),
  ).toEqual([]);
});

test.each([
  'jsx-a11y/alt-text',
  '@scope/jsx-a11y/alt-text',
  'astro/jsx-a11y/alt-text',
  '@angular-eslint/template/accessibility-alt-text',
])('the rule %s is known under the name of its plugin', (rule) => expect(criteriaOfLint(rule)).toEqual(['1.1.1']));
