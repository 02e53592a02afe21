import { query } from '#libs/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AccessKinds, type Suspended } from '../identity/recovery/access-kinds.js';
import type { MadeAccess } from '../identity/recovery/made-access.js';
import { redactUrl } from './redact-url.js';
import { END_SUSPENDED, RESUME, SUSPEND } from './webhooks.sql.js';

/** The kind of webhooks among what people make. */
export const WEBHOOK = 'webhook';

/** Suspends webhooks when their maker recovers the account: nothing is delivered to them. */
@Injectable()
export class WebhookSuspensions implements OnModuleInit {
  constructor(private readonly kinds: AccessKinds) {}

  onModuleInit(): void {
    this.kinds.register({
      kind: WEBHOOK,
      suspend: async ({ tx }, recoveryId, made) => {
        const suspended: Suspended[] = [];
        for (const [organizationId, ids] of byOrganization(made))
          for (const { id: recordId } of await query(tx, SUSPEND, [organizationId, recoveryId, ids]))
            suspended.push({ recordId });
        return suspended;
      },
      resume: async ({ tx }, recoveryId, made) => {
        for (const [organizationId, ids] of byOrganization(made))
          await query(tx, RESUME, [organizationId, recoveryId, ids]);
      },
      end: async (change, recoveryId, made) => {
        for (const [organizationId, ids] of byOrganization(made))
          for (const { id, url } of await query(change.tx, END_SUSPENDED, [organizationId, recoveryId, ids]))
            change.record({ organizationId, type: 'webhook.deleted', subject: { id, title: redactUrl(url) } });
      },
    });
  }
}

// Each statement names its organization.
const byOrganization = (made: readonly MadeAccess[]): (readonly [string, string[]])[] =>
  [...new Set(made.map(({ organizationId }) => organizationId!))].map((id) => [
    id,
    made.filter(({ organizationId }) => organizationId === id).map(({ recordId }) => recordId),
  ]);
