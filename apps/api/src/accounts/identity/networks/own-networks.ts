import { query } from '#libs/database';
import type { DataSource, EntityManager } from 'typeorm';
import { currentNetwork } from '../../../platform/limits/current-network.js';
import { IS_OWN_NETWORK, NOTE_NETWORK } from './account-network.sql.js';

/**
 * Notes that a person has just signed in from the network of the request; true where it is none of those in which they
 * did so in the last 90 days.
 */
export async function noteOwnNetwork(tx: EntityManager, userId: string): Promise<boolean> {
  const network = currentNetwork();
  if (network === null) return false;
  const [noted] = await query(tx, NOTE_NETWORK, [userId, network]);
  return noted!.isNew;
}

/**
 * Whether the account of this address, if there is one, has signed in from the network of the request in the last 90
 * days.
 */
export async function isOwnNetwork(tx: DataSource | EntityManager, email: string): Promise<boolean> {
  const network = currentNetwork();
  return network !== null && (await query(tx, IS_OWN_NETWORK, [email, network])).length > 0;
}
