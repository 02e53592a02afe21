import { isAddressWithin } from '#libs/fields';
import type { Request } from 'express';

/**
 * Why a key for these addresses may not be used by this request, as the code of the refusal. What a proxy forwards and we
 * are not told to believe makes the address of the proxy stand for everybody behind it: then nothing is known.
 */
export function addressRefusal(
  { ip = '', ips, headers }: Pick<Request, 'ip' | 'ips' | 'headers'>,
  allowedAddresses: readonly string[],
): string | undefined {
  if (headers.forwarded !== undefined || forwardedCount(headers) > ips.length) return 'forwarded_address_untrusted';
  return isAddressWithin(ip, allowedAddresses) ? undefined : 'key_address_not_allowed';
}

// Express counts those that it believes, and the first that it does not.
const forwardedCount = ({ 'x-forwarded-for': header }: Request['headers']): number =>
  header === undefined ? 0 : String(header).split(',').length;
