import type { TrackerConnection } from './tracker-connection.entity.js';

/** How an event names a connection. */
export const subjectOfConnection = ({
  organizationId,
  productId,
  id,
  name,
}: Pick<TrackerConnection, 'organizationId' | 'productId' | 'id' | 'name'>) => ({
  organizationId,
  productId,
  subject: { id, title: name },
});
