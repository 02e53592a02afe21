import type { AccessTarget } from '../../platform/http/policy.js';
import type { Organization } from './organization.entity.js';

/** What the rules of admission ask of an organization. */
export const accessTargetOf = ({
  id,
  enabledModules,
  requireTwoFactor,
  requireProvider,
  providerCountsAsFactor,
  suspendedAt,
}: Organization): AccessTarget => ({
  organizationId: id,
  enabledModules,
  requireTwoFactor,
  requireProvider,
  providerCountsAsFactor,
  isSuspended: suspendedAt !== null,
});
