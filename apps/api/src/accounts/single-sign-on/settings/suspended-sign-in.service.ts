import { query } from '#libs/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AccessKinds, type Suspended } from '../../identity/recovery/access-kinds.js';
import type { MadeAccess } from '../../identity/recovery/made-access.js';
import { endProviderSessions } from '../../identity/sessions/end-provider-sessions.js';
import { organizationLock } from '../../organizations/organization-lock.js';
import { NO_PROVIDER, providerRulesOf, setProviderRules } from '../../organizations/provider-rules.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { END_SUSPENDED, RESUME, SUSPEND } from './sign-in-settings.sql.js';

/** The kind of an organization's provider among what people make; its record is the organization. */
export const PROVIDER = 'sign_in_provider';

/**
 * Suspends the provider of an organization when who has set it recovers the account: nobody comes in by it, and nobody
 * must.
 */
@Injectable()
export class SuspendedSignIn implements OnModuleInit {
  constructor(private readonly kinds: AccessKinds) {}

  onModuleInit(): void {
    this.kinds.register({
      kind: PROVIDER,
      locks: (made) => made.map(({ recordId }) => organizationLock(recordId)),
      suspend,
      resume: async ({ tx }, recoveryId, made) => {
        for (const { recordId, details } of made)
          if ((await query(tx, RESUME, [recordId, recoveryId])).length > 0) {
            const { required, countsAsFactor } = details;
            const rules = { required: required === true, countsAsFactor: countsAsFactor === true };
            await setProviderRules(tx, recordId, rules);
          }
      },
      end: async (change, recoveryId, made) => {
        for (const { recordId: id, title } of made)
          if ((await query(change.tx, END_SUSPENDED, [id, recoveryId])).length > 0)
            change.record({ organizationId: id, type: 'sign_in.removed', subject: { id, title } });
      },
    });
  }
}

async function suspend(
  { tx }: ChangeContext,
  recoveryId: string,
  made: readonly MadeAccess[],
): Promise<readonly Suspended[]> {
  const suspended: Suspended[] = [];
  for (const { recordId } of made) {
    if ((await query(tx, SUSPEND, [recordId, recoveryId])).length === 0) continue;
    const details = await providerRulesOf(tx, recordId);
    await setProviderRules(tx, recordId, NO_PROVIDER);
    await endProviderSessions(tx, recordId, null);
    suspended.push({ recordId, details });
  }
  return suspended;
}
