import { type FindOptionsWhere, IsNull } from 'typeorm';
import type { Webhook } from './webhook.entity.js';

/** Whether a recovery has suspended a webhook, or its secret. */
export const isSuspended = ({ suspendedBy, secretSuspendedBy }: Pick<Webhook, 'suspendedBy' | 'secretSuspendedBy'>) =>
  suspendedBy !== null || secretSuspendedBy !== null;

/** The contrary in SQL. */
export const isInUse = (w: string): string => `${w}.suspended_by IS NULL AND ${w}.secret_suspended_by IS NULL`;

/** The contrary, as what is looked for. */
export const IN_USE: FindOptionsWhere<Webhook> = { suspendedBy: IsNull(), secretSuspendedBy: IsNull() };
