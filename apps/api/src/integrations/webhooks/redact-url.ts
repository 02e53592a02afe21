/**
 * The URL of a webhook as shown in events: only its origin, because the rest often contains a secret, and events are
 * visible to members, keys and other receivers.
 */
export function redactUrl(address: string): string {
  const { origin, pathname, search } = new URL(address);
  return pathname === '/' && search === '' ? origin : `${origin}/…`;
}
