/**
 * The part of a file that `Range` asks for (RFC 9110, 14.2); undefined: the whole, which a server may always answer
 * with: where several parts are asked for, or none that there is.
 */
export function byteRange(header: string | undefined, size: number): { first: number; last: number } | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined) return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first <= last ? { first, last } : undefined;
}
