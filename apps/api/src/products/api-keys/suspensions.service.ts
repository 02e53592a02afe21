import { query } from '#libs/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AccessKinds } from '../../accounts/identity/recovery/access-kinds.js';
import type { MadeAccess } from '../../accounts/identity/recovery/made-access.js';
import { organizationLock } from '../../accounts/organizations/organization-lock.js';
import { RESUME, SUSPEND } from './api-keys.sql.js';
import { API_KEY, revokeLocked } from './revoke.js';
import { forgetPublishers, TRUSTED_PUBLISHER } from './trusted-publishing/end-publishers.js';
import {
  END_SUSPENDED,
  RESUME as RESUME_PUBLISHERS,
  SUSPEND as SUSPEND_PUBLISHERS,
} from './trusted-publishing/trusted-publishers.sql.js';

/** Suspends keys with all that was made with them, and trusted publishers, when their maker recovers the account. */
@Injectable()
export class Suspensions implements OnModuleInit {
  constructor(private readonly kinds: AccessKinds) {}

  onModuleInit(): void {
    this.kinds.register({
      kind: API_KEY,
      locks: locksOf,
      suspend: async ({ tx }, recoveryId, made) => {
        const ids = recordIds(made);
        const suspended = await query(tx, SUSPEND, [recoveryId, ids]);
        const keyIds = suspended.map(({ id }) => id);
        await query(tx, SUSPEND_PUBLISHERS, [recoveryId, [], keyIds]);
        return ids.filter((id) => keyIds.includes(id)).map((recordId) => ({ recordId }));
      },
      resume: async ({ tx }, recoveryId, made) => {
        const resumed = await query(tx, RESUME, [recoveryId, recordIds(made)]);
        await query(tx, RESUME_PUBLISHERS, [recoveryId, [], resumed.map(({ id }) => id)]);
      },
      end: async (change, _recoveryId, made) => {
        await revokeLocked(change, { ids: recordIds(made) });
      },
    });
    this.kinds.register({
      kind: TRUSTED_PUBLISHER,
      locks: locksOf,
      suspend: async ({ tx }, recoveryId, made) => {
        const suspended = await query(tx, SUSPEND_PUBLISHERS, [recoveryId, recordIds(made), []]);
        return suspended.map(({ id: recordId }) => ({ recordId }));
      },
      resume: async ({ tx }, recoveryId, made) => {
        await query(tx, RESUME_PUBLISHERS, [recoveryId, recordIds(made), []]);
      },
      end: async (change, recoveryId, made) => {
        await forgetPublishers(change, await query(change.tx, END_SUSPENDED, [recoveryId, recordIds(made)]));
      },
    });
  }
}

const recordIds = (made: readonly MadeAccess[]): string[] => made.map(({ recordId }) => recordId);
const locksOf = (made: readonly MadeAccess[]) => made.map(({ organizationId }) => organizationLock(organizationId!));
