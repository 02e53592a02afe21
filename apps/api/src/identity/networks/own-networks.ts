import { query } from '#libs/database';
import type { DataSource, EntityManager } from 'typeorm';
import { currentNetwork } from '../../limits/current-network.js';
import { IS_OWN_NETWORK, NOTE_NETWORK } from './account-network.sql.js';

/** Notes that a person has just signed in from the network of the request. */
export async function noteOwnNetwork(tx: EntityManager, userId: string): Promise<void> {
  const network = currentNetwork();
  if (network !== null) await query(tx, NOTE_NETWORK, [userId, network]);
}

/** Whether the account of this address, if there is one, has signed in from the network of the request in the last 90 days. */
export async function isOwnNetwork(tx: DataSource | EntityManager, email: string): Promise<boolean> {
  const network = currentNetwork();
  return network !== null && (await query(tx, IS_OWN_NETWORK, [email, network])).length > 0;
}
