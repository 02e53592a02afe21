/**
 * The address of a webhook as events name it: where it leads, and no more. The rest of it is often a secret of its own, and
 * members, keys and other receivers read events.
 */
export function redactUrl(address: string): string {
  const { origin, pathname, search } = new URL(address);
  return pathname === '/' && search === '' ? origin : `${origin}/…`;
}
