// Scheme and credentials, hosts, and what follows them. The driver knows one host only, and `URL` no port of another
// one.
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?@]*)([/?].*)?$/;
const ATTRIBUTES = 'target_session_attrs';
const TAKING_WRITES = ['read-write', 'primary'];

/**
 * The address of each host that a PostgreSQL address names
 * (`postgres://user@a:5432,b:5432/db?target_session_attrs=read-write`), in their order.
 */
export function addressesOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(url) ?? [];
  const [path, query] = after.split('?');
  const others = new URLSearchParams(query);
  others.delete(ATTRIBUTES);
  const rest = `${path}${others.size > 0 ? `?${others}` : ''}`;
  return hosts.split(',').map((host) => `${before}${host}${rest}`);
}

/** The hosts of an address with their ports, for people. */
export const hostsOf = (url: string): string =>
  addressesOf(url)
    .map((address) => new URL(address))
    .map(({ hostname, port }) => `${hostname}:${port || '5432'}`)
    .join(', ');

/** Whether it is an address of PostgreSQL; one of several hosts says that the one is meant that takes writes. */
export function isPostgresUrl(url: string): boolean {
  if (!PARTS.test(url)) return false;
  const addresses = addressesOf(url);
  const attributes = new URLSearchParams(url.split('?')[1]).get(ATTRIBUTES);
  return (
    addresses.every((address) => URL.canParse(address) && new URL(address).hostname !== '') &&
    (attributes === null ? addresses.length === 1 : TAKING_WRITES.includes(attributes))
  );
}
