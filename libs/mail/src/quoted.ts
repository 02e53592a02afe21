import { toOneLine } from '#libs/fields';

/** What somebody called themselves or their own, in a mail: one line, and plainly a quotation. */
export const quoted = (name: string): string => `“${toOneLine(name.replace(/[“”]/g, '"')) ?? '?'}”`;
