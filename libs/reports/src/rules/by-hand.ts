/** What is named for none of its criteria in any package: looked up in W3C's techniques and in the rules' namesakes. */
const TEXT = ['1.1.1'];
const LABEL = ['1.3.1', '3.3.2', '4.1.2'];
const ROLE = ['4.1.2'];
const NONE: readonly string[] = [];

/** html-validate's preset `a11y`; an empty list: a best practice. */
export const HTML_VALIDATE_RULES: Readonly<Record<string, readonly string[]>> = {
  'area-alt': TEXT,
  'aria-hidden-body': ROLE,
  'aria-label-misuse': ROLE,
  'deprecated-rule': NONE,
  'empty-heading': ['1.3.1', '2.4.6'],
  'empty-title': ['2.4.2'],
  'heading-level': NONE,
  'hidden-focusable': ROLE,
  'input-missing-label': LABEL,
  'meta-refresh': ['2.2.1'],
  'multiple-labeled-controls': ['1.3.1'],
  'no-abstract-role': ROLE,
  'no-autoplay': ['1.4.2'],
  'no-dup-id': ['4.1.1'],
  'no-implicit-button-type': NONE,
  'no-redundant-aria-label': NONE,
  'no-redundant-for': NONE,
  'no-redundant-role': NONE,
  'prefer-native-element': NONE,
  'svg-focusable': NONE,
  'text-content': ROLE,
  'unique-landmark': NONE,
  'valid-autocomplete': ['1.3.5'],
  'wcag/h30': ['2.4.4'],
  'wcag/h32': ['3.2.2'],
  'wcag/h36': TEXT,
  'wcag/h37': TEXT,
  'wcag/h63': ['1.3.1'],
  'wcag/h67': TEXT,
  'wcag/h71': ['1.3.1', '3.3.2'],
};

/** Rules of jsx-a11y whose documents name no criterion though they are about one. */
export const MORE_JSX_A11Y_RULES: Readonly<Record<string, readonly string[]>> = {
  'aria-activedescendant-has-tabindex': ['2.1.1'],
  'no-aria-hidden-on-focusable': ROLE,
};

/** eslint-plugin-vuejs-accessibility: those that have no namesake in jsx-a11y, or another meaning there. */
export const VUE_RULES: Readonly<Record<string, readonly string[]>> = {
  'form-control-has-label': LABEL,
  'no-access-key': NONE,
  'no-aria-hidden-on-focusable': ROLE,
  'no-autofocus': NONE,
  'no-redundant-roles': NONE,
  'no-role-presentation-on-focusable': ROLE,
};

/** Rules of `@angular-eslint/template` that are about accessibility. */
export const ANGULAR_RULES: Readonly<Record<string, readonly string[]>> = {
  'alt-text': TEXT,
  'click-events-have-key-events': ['2.1.1'],
  'elements-content': ['2.4.4', '4.1.2'],
  'interactive-supports-focus': ['2.1.1'],
  'label-for': LABEL,
  'label-has-associated-control': LABEL,
  'mouse-events-have-key-events': ['2.1.1'],
  'no-autofocus': NONE,
  'no-distracting-elements': ['2.2.2'],
  'no-positive-tabindex': ['2.4.3'],
  'role-has-required-aria': ROLE,
  'table-scope': ['1.3.1'],
  'valid-aria': ROLE,
};

/** The criterion of the RGAA that each rule of Alfa is about, where it is one: after its tests. */
export const ALFA_RGAA: Readonly<Record<string, string>> = {
  'sia-r1': '8.5',
  'sia-r2': '1.1',
  'sia-r3': '8.2',
  'sia-r4': '8.3',
  'sia-r5': '8.4',
  'sia-r7': '8.8',
  'sia-r8': '11.1',
  'sia-r9': '13.1',
  'sia-r10': '11.13',
  'sia-r11': '6.2',
  'sia-r12': '11.9',
  'sia-r13': '2.1',
  'sia-r15': '2.2',
  'sia-r16': '7.1',
  'sia-r17': '10.8',
  'sia-r27': '4.3',
  'sia-r28': '1.1',
  'sia-r30': '4.1',
  'sia-r35': '4.1',
  'sia-r37': '4.5',
  'sia-r38': '4.1',
  'sia-r39': '1.3',
  'sia-r42': '9.3',
  'sia-r43': '1.1',
  'sia-r44': '13.9',
  'sia-r45': '5.7',
  'sia-r46': '5.7',
  'sia-r47': '10.4',
  'sia-r50': '4.10',
  'sia-r62': '10.6',
  'sia-r63': '1.1',
  'sia-r64': '9.1',
  'sia-r65': '10.7',
  'sia-r67': '1.2',
  'sia-r68': '9.3',
  'sia-r69': '3.2',
  'sia-r77': '5.7',
  'sia-r81': '6.1',
  'sia-r83': '10.4',
  'sia-r84': '7.3',
  'sia-r90': '7.1',
  'sia-r91': '10.12',
  'sia-r92': '10.12',
  'sia-r93': '10.12',
  'sia-r94': '7.1',
  'sia-r95': '7.3',
  'sia-r110': '7.1',
  'sia-r116': '7.1',
};

/**
 * The criterion of the RGAA that each rule of IBM's engine is about, where it is one: after its test, which stands
 * beside it.
 */
export const IBM_RGAA: Readonly<Record<string, string>> = {
  a_text_purpose: '6.2', // 6.2.1
  area_alt_exists: '1.1', // 1.1.2
  aria_attribute_allowed: '7.1', // 7.1.1
  aria_attribute_required: '7.1', // 7.1.1
  aria_attribute_value_valid: '7.1', // 7.1.1
  aria_role_valid: '7.1', // 7.1.1
  blink_elem_deprecated: '13.8', // 13.8.1
  caption_track_exists: '4.3', // 4.3.1
  element_lang_valid: '8.8', // 8.8.1
  embed_alt_exists: '1.1', // 1.1.7
  fieldset_legend_valid: '11.6', // 11.6.1
  frame_title_exists: '2.1', // 2.1.1
  html_lang_exists: '8.3', // 8.3.1
  html_lang_valid: '8.4', // 8.4.1
  imagebutton_alt_exists: '1.1', // 1.1.3
  img_alt_valid: '1.1', // 1.1.1
  input_label_exists: '11.1', // 11.1.1
  marquee_elem_avoid: '13.8', // 13.8.1
  object_text_exists: '1.1', // 1.1.6
  page_title_exists: '8.5', // 8.5.1
  svg_graphics_labelled: '1.1', // 1.1.5
  table_headers_exists: '5.6', // 5.6.1
  text_contrast_sufficient: '3.2', // 3.2.1
};
