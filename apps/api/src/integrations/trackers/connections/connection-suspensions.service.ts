import { query } from '#libs/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AccessKinds } from '../../../accounts/identity/recovery/access-kinds.js';
import { recordsByOrganization } from '../../../accounts/identity/recovery/made-access.js';
import { END_SUSPENDED, RESUME, SUSPEND } from './connections.sql.js';
import { subjectOfConnection } from './subject-of-connection.js';

/** The kind of what people make here, by which somebody learns of issues. */
export const TRACKER_CONNECTION = 'tracker_connection';

/** Suspends connections when their maker recovers the account: nothing is written to their trackers. */
@Injectable()
export class ConnectionSuspensions implements OnModuleInit {
  constructor(private readonly kinds: AccessKinds) {}

  onModuleInit(): void {
    this.kinds.register({
      kind: TRACKER_CONNECTION,
      suspend: async ({ tx }, recoveryId, made) => {
        const suspended: { recordId: string }[] = [];
        for (const [organizationId, ids] of recordsByOrganization(made))
          for (const { id: recordId } of await query(tx, SUSPEND, [organizationId, recoveryId, ids]))
            suspended.push({ recordId });
        return suspended;
      },
      resume: async ({ tx }, recoveryId, made) => {
        for (const [organizationId, ids] of recordsByOrganization(made))
          await query(tx, RESUME, [organizationId, recoveryId, ids]);
      },
      end: async (change, recoveryId, made) => {
        for (const [organizationId, ids] of recordsByOrganization(made))
          for (const ended of await query(change.tx, END_SUSPENDED, [organizationId, recoveryId, ids]))
            change.record({ ...subjectOfConnection({ organizationId, ...ended }), type: 'tracker_connection.deleted' });
      },
    });
  }
}
