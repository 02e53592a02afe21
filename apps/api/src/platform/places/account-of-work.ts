import { createHash, createHmac } from 'node:crypto';
import type { Settings } from '#libs/config';
import { wideNetworkOf } from '../limits/network.js';

/** What an organization says of the account that its work counts for. */
interface OfOrganization {
  id: string;
  account: string | null;
  accountNetwork: string | null;
}

/** In the form of an id, and the same in SQL (`accountOf`): it tells nothing of the person, who may be erased. */
export function accountOfPerson(userId: string): string {
  const hex = createHash('sha256').update(`account of work ${userId}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/** In SQL: the same of an expression that is the id of a person. */
export const accountOf = (userId: string): string =>
  `left(encode(sha256(convert_to('account of work ' || ${userId}::text, 'UTF8')), 'hex'), 32)::uuid`;

/**
 * The account of work that is nobody's, or of somebody whose address is not verified: the network that it comes from.
 */
export const networkAccount = ({ secretKey = '' }: Pick<Settings, 'secretKey'>, address: string): string =>
  createHmac('sha256', secretKey)
    .update(`network of work ${wideNetworkOf(address)}`)
    .digest('hex');

/** In SQL: the same as `accountOfOrganization` of a row of `organizations` under this alias. */
export const accountOfRow = (organization: string): string =>
  `coalesce(${organization}.account_network, ${organization}.account::text, ${organization}.id::text)`;

/** The account that the work of an organization counts for. */
export const accountOfOrganization = ({ id, account, accountNetwork }: OfOrganization): string =>
  accountNetwork ?? account ?? id;
