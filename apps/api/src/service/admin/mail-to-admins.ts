import type { EntityManager } from 'typeorm';
import type { Mailer } from '../../platform/mails/mailer.js';
import { adminAddresses } from '../../accounts/organizations/members/admin-addresses.js';

/** Tells those who manage an organization what an operator has done with it. */
export async function mailToAdmins(
  tx: EntityManager,
  mailer: Mailer,
  organizationId: string,
  mail: { subject: string; text: string },
): Promise<void> {
  for (const to of await adminAddresses(tx, organizationId)) await mailer.enqueue(tx, { to, ...mail });
}
