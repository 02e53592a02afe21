import { storable } from './json.js';

/**
 * The path of a file as it is told from the root of the repository, whether a report writes it as a path or as a
 * `file:` address, so that it is the same on every machine and in every spelling. One that is not below the root is
 * told whole.
 */
export function pathFrom(root: string | undefined, written: string): string {
  const path = plain(written);
  const base = root === undefined ? '' : `${plain(root).replace(/\/+$/, '')}/`;
  const isBelow = base !== '' && path.toLowerCase().startsWith(base.toLowerCase());
  return isBelow && (path.startsWith(base) || /^[a-z]:/i.test(base)) ? path.slice(base.length) : path;
}

/** Without scheme and escapes, with `/` only, and with each folder named once. */
function plain(written: string): string {
  const isAddress = /^file:/i.test(written);
  // What has no path after its host is a name: `file://Package Descriptor`.
  const path = isAddress ? unescaped(written.replace(/^file:(\/\/[^/]*(?=\/)|\/\/)?/i, '')) : written;
  const slashed = storable(path).replaceAll('\\', '/');
  return resolved(isAddress ? slashed.replace(/^\/([a-z]:)/i, '$1') : slashed);
}

/**
 * Without `.`, `..` and empty segments. Nothing is above the root of all files; what a relative path has above its own
 * stays.
 */
function resolved(path: string): string {
  const [top] = /^(?:[a-z][a-z\d+.-]+:\/\/[^/]*\/?|[a-z]:\/|\/)?/i.exec(path)!;
  const segments: string[] = [];
  for (const segment of path.slice(top.length).split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.length > 0 && segments.at(-1) !== '..') segments.pop();
    else if (top === '') segments.push(segment);
  }
  return top + segments.join('/');
}

/** A percent sign that begins no escape is one. */
export function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
