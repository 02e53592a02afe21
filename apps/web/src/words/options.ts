import type { I18n, MessageDescriptor } from '@lingui/core';

/** Terms as what can be chosen: each with its word. */
export const optionsOf = (i18n: I18n, terms: Readonly<Record<string, MessageDescriptor>>) =>
  Object.entries(terms).map(([value, word]) => ({ value, label: i18n._(word) }));
