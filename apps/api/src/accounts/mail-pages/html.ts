/** Markup in which all foreign text is escaped. */
export class Html {
  constructor(readonly text: string) {}
}

/**
 * The values of a template: text is escaped, markup is inserted as it is, lists are joined, undefined and false are
 * omitted.
 */
export type HtmlValue = string | number | Html | readonly HtmlValue[] | undefined | false;

/** Markup with its values escaped, for elements and for attributes in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: HtmlValue[]): Html {
  return new Html(strings.reduce((text, string, index) => text + textOf(parts[index - 1]) + string));
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function textOf(part: HtmlValue): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.reduce<string>((text, one) => text + textOf(one), '');
  return String(part).replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}

/** A name chosen by a person: in quotation marks, with its own writing direction. */
export const quotedHtml = (name: string): Html => html`“<bdi>${name}</bdi>”`;
