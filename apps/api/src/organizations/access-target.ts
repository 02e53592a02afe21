import type { AccessTarget } from '../http/policy.js';
import type { Organization } from './organization.entity.js';

/** What the rules of admission ask of an organization. */
export const accessTargetOf = ({ id, enabledModules, requireTwoFactor }: Organization): AccessTarget => ({
  organizationId: id,
  enabledModules,
  requireTwoFactor,
});
