const MASK = '***';

/** Takes values out of all texts inside of something, also as addresses, HTML and JSON would have them. */
export type Mask = <T>(value: T) => T;

/**
 * A mask for these values.
 * @param except names of fields that nobody but our own programs writes: a mask in them would change what they mean
 */
export function maskFor(values: readonly string[], except: ReadonlySet<string> = new Set()): Mask {
  const forms = values.filter((value) => value !== '').flatMap(formsOf);
  const secrets = [...new Set(forms)].sort((a, b) => b.length - a.length);
  if (secrets.length === 0) return (value) => value;
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return secrets.reduce((text, secret) => text.replaceAll(secret, MASK), value);
    if (Array.isArray(value)) return value.map(mask);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, except.has(name) ? inner : mask(inner)]),
    );
  };
  return <T>(value: T) => mask(value) as T;
}

function formsOf(value: string): string[] {
  const encoded = encodeURIComponent(value.toWellFormed());
  const html = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [
    value,
    encoded,
    encoded.replaceAll('%20', '+'),
    html,
    html.replaceAll('"', '&quot;'),
    JSON.stringify(value).slice(1, -1),
  ];
}
