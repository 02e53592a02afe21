import { providerRulesOf, setProviderRules } from '../../organizations/provider-rules.js';
import { wholeOrganizationLock } from '../../organizations/organization-lock.js';
import { Organization } from '../../organizations/organization.entity.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { OrganizationSignIn } from './organization-sign-in.entity.js';

/**
 * People of an organization may come in without its provider again, whose settings stay, at the word of an operator.
 * False: they may already.
 */
export async function liftRequirement(change: ChangeContext, organizationId: string): Promise<boolean> {
  const { tx } = change;
  await change.lock(wholeOrganizationLock(organizationId));
  const rules = await providerRulesOf(tx, organizationId);
  if (!rules.required) return false;
  await setProviderRules(tx, organizationId, { ...rules, required: false });
  // Whoever edits the settings meanwhile is told that they have changed.
  await tx.increment(OrganizationSignIn, { organizationId }, 'revision', 1);
  const { name: title } = await tx.findOneByOrFail(Organization, { id: organizationId });
  change.record({
    organizationId,
    type: 'sign_in.updated',
    subject: { id: organizationId, title },
    changes: [{ field: 'required', from: true, to: false }],
  });
  return true;
}
