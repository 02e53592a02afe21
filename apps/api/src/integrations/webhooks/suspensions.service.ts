import { query } from '#libs/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type AccessKind, AccessKinds, type Suspended } from '../../accounts/identity/recovery/access-kinds.js';
import { recordsByOrganization } from '../../accounts/identity/recovery/made-access.js';
import { redactUrl } from './redact-url.js';
import {
  END_SUSPENDED,
  END_SUSPENDED_GITHUB_SECRET,
  END_SUSPENDED_SECRETS,
  RESUME,
  RESUME_GITHUB_SECRET,
  RESUME_SECRETS,
  SUSPEND,
  SUSPEND_GITHUB_SECRET,
  SUSPEND_SECRETS,
} from './webhooks.sql.js';

/**
 * The kinds of what people make here: a webhook, a new secret of one, and the secret of GitHub, whose record is the
 * organization.
 */
export const WEBHOOK = 'webhook';
export const WEBHOOK_SECRET = 'webhook_secret';
export const GITHUB_SECRET = 'github_secret';

/**
 * Suspends webhooks when their maker, or who renewed their secret, recovers the account: nothing is delivered to them.
 * So it suspends a secret of GitHub: deliveries that it signs are refused.
 */
@Injectable()
export class WebhookSuspensions implements OnModuleInit {
  constructor(private readonly kinds: AccessKinds) {}

  onModuleInit(): void {
    this.kinds.register({ kind: WEBHOOK, ...ofWebhooks(SUSPEND, RESUME, END_SUSPENDED) });
    this.kinds.register({
      kind: WEBHOOK_SECRET,
      ...ofWebhooks(SUSPEND_SECRETS, RESUME_SECRETS, END_SUSPENDED_SECRETS),
    });
    this.kinds.register({
      kind: GITHUB_SECRET,
      suspend: async ({ tx }, recoveryId, made) => {
        const suspended: Suspended[] = [];
        for (const { recordId } of made)
          if ((await query(tx, SUSPEND_GITHUB_SECRET, [recordId, recoveryId])).length > 0) suspended.push({ recordId });
        return suspended;
      },
      resume: async ({ tx }, recoveryId, made) => {
        for (const { recordId } of made) await query(tx, RESUME_GITHUB_SECRET, [recordId, recoveryId]);
      },
      end: async (change, recoveryId, made) => {
        for (const { recordId: id, title } of made)
          if ((await query(change.tx, END_SUSPENDED_GITHUB_SECRET, [id, recoveryId])).length > 0)
            change.record({ organizationId: id, type: 'organization.github_secret_removed', subject: { id, title } });
      },
    });
  }
}

/** How webhooks are suspended by one column or the other. */
const ofWebhooks = (
  suspend: typeof SUSPEND,
  resume: typeof RESUME,
  end: typeof END_SUSPENDED,
): Omit<AccessKind, 'kind'> => ({
  suspend: async ({ tx }, recoveryId, made) => {
    const suspended: Suspended[] = [];
    for (const [organizationId, ids] of recordsByOrganization(made))
      for (const { id: recordId } of await query(tx, suspend, [organizationId, recoveryId, ids]))
        suspended.push({ recordId });
    return suspended;
  },
  resume: async ({ tx }, recoveryId, made) => {
    for (const [organizationId, ids] of recordsByOrganization(made))
      await query(tx, resume, [organizationId, recoveryId, ids]);
  },
  end: async (change, recoveryId, made) => {
    for (const [organizationId, ids] of recordsByOrganization(made))
      for (const { id, url } of await query(change.tx, end, [organizationId, recoveryId, ids]))
        change.record({ organizationId, type: 'webhook.deleted', subject: { id, title: redactUrl(url) } });
  },
});
