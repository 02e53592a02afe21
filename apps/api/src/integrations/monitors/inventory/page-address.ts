import { isHttpUrl } from '#libs/fields';
import { pageOf } from '../../../products/products/page-of.js';
import { digestOf } from '../../../findings/scan-runs/reported-set.js';

/** The longest address of a page, in the spelling of the WHATWG: an index has to hold it. */
const MAX_ADDRESS = 2000;

/** An address as an inventory keeps it. */
export interface PageAddress {
  url: string;
  addressKey: string;
}

/** Why an address cannot be kept, for a message that begins with the name of its field. */
export type AddressFault = 'must be an http or https address' | 'is too long';

/**
 * The address of a page in the spelling of the WHATWG, without a fragment that is only a place on it; and the key of
 * its normal form with its origin, by which pages are told apart before the product has rules for them.
 */
export function pageAddress(text: string): PageAddress | AddressFault {
  if (!isHttpUrl(text)) return 'must be an http or https address';
  const address = new URL(text);
  if (!/^#[/!]/.test(address.hash)) address.hash = '';
  const url = address.href;
  if (url.length > MAX_ADDRESS) return 'is too long';
  return { url, addressKey: digestOf(`${address.origin} ${pageOf(url, [])}`) };
}
