/** What stands behind the `?` of an address: every value is text, and several stand with commas. */
export type SearchParams = Readonly<Record<string, string>>;

/** Reads them; of a name that comes twice the first counts. */
export function parseSearch(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text)) found[name] ??= value;
  return found;
}

/** Writes them, readable: commas, colons and slashes stay as they are. */
export function stringifySearch(params: Record<string, unknown>): string {
  const written = Object.entries(params)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${readable(String(value))}`);
  return written.length > 0 ? `?${written.join('&')}` : '';
}

const readable = (value: string): string =>
  encodeURIComponent(value)
    .replace(/%(2C|3A|2F)/g, (escaped) => decodeURIComponent(escaped))
    .replaceAll('%20', '+');
