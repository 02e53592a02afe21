import type { Address, AddressParts } from './views';

/** The address of a view: `at('/o/$org/p/$product', { org, product })`. */
export function at<A extends Address>(
  address: A,
  ...[parts]: unknown extends AddressParts<A> ? [] : [AddressParts<A>]
): string {
  const named = (parts ?? {}) as Record<string, string>;
  return address.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(named[name]!));
}

/** Where `?next=` leads: to a path of ours, and nowhere else. */
export function nextAddress(next: string | undefined): string {
  if (next === undefined || !/^\/(?![/\\])/.test(next)) return '/';
  try {
    const { origin, pathname, search, hash } = new URL(next, 'https://console.invalid');
    return origin === 'https://console.invalid' ? pathname + search + hash : '/';
  } catch {
    return '/';
  }
}
