import { isAddressWithin } from '#libs/fields';
import type { Request } from 'express';

/**
 * The error code if a key limited to these addresses may not be used by this request. If a proxy forwards an address
 * that `TRUST_PROXY` does not cover, the caller's address is unknown.
 */
export function addressRefusal(
  { ip = '', ips, headers }: Pick<Request, 'ip' | 'ips' | 'headers'>,
  allowedAddresses: readonly string[],
): string | undefined {
  if (headers.forwarded !== undefined || forwardedCount(headers) > ips.length) return 'forwarded_address_untrusted';
  return isAddressWithin(ip, allowedAddresses) ? undefined : 'key_address_not_allowed';
}

// `ips` holds the forwarded addresses that Express trusts, and the first that it does not.
const forwardedCount = ({ 'x-forwarded-for': header }: Request['headers']): number =>
  header === undefined ? 0 : String(header).split(',').length;
