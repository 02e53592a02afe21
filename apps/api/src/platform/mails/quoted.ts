import { toOneLine } from '#libs/fields';

/** Quotes a name that was chosen by a person, for use in a mail: one line, in quotation marks. */
export const quoted = (name: string): string => `“${toOneLine(name.replace(/[\u201c\u201d]/g, '"')) ?? '?'}”`;
