import type { Monitor } from './monitor.entity.js';

/** How an event names a monitor. */
export const subjectOfMonitor = ({
  organizationId,
  productId,
  id,
  number,
  name,
}: Pick<Monitor, 'organizationId' | 'productId' | 'id' | 'number' | 'name'>) => ({
  organizationId,
  productId,
  subject: { id, number, title: name },
});
