/**
 * The path of a file as it is told from the root of the repository, whether a report writes it as a path or as a
 * `file:` address, so that it is the same on every machine. One that is not below the root stays as it is.
 */
export function pathFrom(root: string | undefined, written: string): string {
  const path = plain(written);
  const base = root === undefined ? '' : `${plain(root).replace(/\/+$/, '')}/`;
  const isBelow = base !== '' && path.toLowerCase().startsWith(base.toLowerCase());
  return isBelow && (path.startsWith(base) || /^[a-z]:/i.test(base))
    ? path.slice(base.length)
    : path.replace(/^(\.\/)+/, '');
}

/** Without scheme and escapes, with `/` only. */
function plain(written: string): string {
  if (!/^file:/i.test(written)) return written.replaceAll('\\', '/');
  const path = written.replace(/^file:(\/\/[^/]*)?/i, '');
  return unescaped(path)
    .replace(/^\/([a-z]:)/i, '$1')
    .replaceAll('\\', '/');
}

/** A percent sign that begins no escape is one. */
export function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
