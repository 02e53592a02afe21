/** A form of a page, as a browser without scripts would post it. */
export interface ParsedForm {
  action: string;
  method: string;
  /** Its fields with the values that stand in them. */
  fields: Record<string, string>;
  /** The names of its fields for passwords. */
  passwords: string[];
  buttons: number;
}

const unescape = (text: string): string =>
  text
    .replace(/&quot;/g, '"')
    .replace(/&#0?39;|&#x27;/gi, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag);
  return found ? unescape(found[1] ?? found[2] ?? '') : undefined;
};

/** The forms of a page that came from this path. */
export function formsOf(html: string, path: string): ParsedForm[] {
  return [...html.matchAll(/<form\b([^>]*)>([^]*?)<\/form>/gi)].map(([, tag = '', inside = '']) => {
    const inputs = [...inside.matchAll(/<input\b[^>]*>/gi)].map(([input]) => input);
    const named = inputs.filter((input) => attribute(input, 'name') !== undefined);
    const ofType = (type: string) => inputs.filter((input) => attribute(input, 'type') === type);
    return {
      action: attribute(tag, 'action') || path,
      method: (attribute(tag, 'method') ?? 'get').toUpperCase(),
      fields: Object.fromEntries(named.map((input) => [attribute(input, 'name')!, attribute(input, 'value') ?? ''])),
      passwords: ofType('password').map((input) => attribute(input, 'name') ?? ''),
      buttons: [...inside.matchAll(/<button\b/gi)].length + ofType('submit').length,
    };
  });
}

/** What a browser posts of a form. */
export const formBody = (fields: Record<string, string>): { body: string; headers: Record<string, string> } => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});
