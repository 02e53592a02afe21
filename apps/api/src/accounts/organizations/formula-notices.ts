import { query } from '#libs/database';
import type { DataSource, EntityManager } from 'typeorm';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { wholeOrganizationLock } from './organization-lock.js';
import { FORMULA_NOTICES_DUE, SETTLE_FORMULA_NOTICE } from './organizations.sql.js';

/** The organizations whose admins are to be told which letters another formula has changed. */
export async function formulaNoticesDue(tx: DataSource | EntityManager): Promise<string[]> {
  return (await query(tx, FORMULA_NOTICES_DUE, [])).map(({ id }) => id);
}

/** Notes that they are told; returns the name of the organization, or undefined if they have been before. */
export async function settleFormulaNotice(change: ChangeContext, organizationId: string): Promise<string | undefined> {
  await change.lock(wholeOrganizationLock(organizationId));
  return (await query(change.tx, SETTLE_FORMULA_NOTICE, [organizationId]))[0]?.name;
}
