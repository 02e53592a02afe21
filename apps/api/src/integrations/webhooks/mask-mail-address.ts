/** Masks the local part of a mail address: `c…@example.org`. */
export function maskMailAddress(address: string | null): string | null {
  if (address === null) return null;
  const at = address.lastIndexOf('@');
  return `${[...address.slice(0, Math.max(at, 0))][0] ?? ''}…${at < 0 ? '' : address.slice(at)}`;
}
