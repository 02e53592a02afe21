/** Markup that is safe to send: what came from outside is escaped in it. */
export class Html {
  constructor(readonly text: string) {}
}

/** What may stand in a template: text is escaped, markup is not, lists are joined, nothing is left out. */
export type Part = string | number | Html | readonly Part[] | undefined | false;

/** Markup with its values escaped, for elements and for attributes in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + textOf(parts[index - 1]) + string));
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function textOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return String(part).replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}

/** A name that somebody typed: in quotes, and in its own direction of writing. */
export const quotedHtml = (name: string): Html => html`“<bdi>${name}</bdi>”`;
