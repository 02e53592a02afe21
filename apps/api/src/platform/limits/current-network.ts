import { currentRequest } from '#libs/logging';
import { networkOf } from './network.js';

/** The network of the current request; null where there is no address. */
export function currentNetwork(): string | null {
  const { address } = currentRequest().origin;
  return address === null ? null : networkOf(address);
}
