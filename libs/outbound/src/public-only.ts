import { lookup as resolve, type LookupAddress, promises as dns } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.js';

/** The address, or what its name resolves to, is not on the public internet. */
class PrivateAddress extends Error {
  constructor() {
    super('the address is private');
  }
}

/** Whether the host of a URL is, or resolves to, a private address; false if it does not resolve. */
export async function resolvesToPrivate(url: string): Promise<boolean> {
  const host = hostOf(url);
  if (isIP(host)) return !isPublicAddress(host);
  const addresses = await dns.lookup(host, { all: true }).catch((): LookupAddress[] => []);
  return addresses.some(({ address }) => !isPublicAddress(address));
}

/**
 * What a request to this URL is made with, so that it reaches the public internet only. Names are checked at the time
 * of connecting, which prevents DNS rebinding.
 * @throws PrivateAddress
 */
export function publicOnly(url: string): { lookup: LookupFunction } {
  const host = hostOf(url);
  if (isIP(host) && !isPublicAddress(host)) throw new PrivateAddress();
  return { lookup: lookUpPublic };
}

const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

const lookUpPublic: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, []);
    if (addresses.some(({ address }) => !isPublicAddress(address))) return done(new PrivateAddress(), []);
    if (options.all) return done(null, addresses);
    done(null, addresses[0]!.address, addresses[0]!.family);
  });
};
