import { useOrganization } from '../organizations/organization';
import { useMaybeProduct } from '../products/product';

/** What somebody may do with the findings of this view; with those of an archived product nothing. */
export function useFindingRights() {
  const { can } = useOrganization();
  const product = useMaybeProduct();
  const may = (operation: string): boolean => can[operation] === true && !product?.archivedAt;
  return {
    mayConfirm: may('findings_confirm'),
    mayDismiss: may('findings_dismiss'),
    mayReopen: may('findings_reopen'),
    mayEdit: may('findings_update'),
    mayTriageMany: may('findings_bulkTriage'),
  };
}

/** @see useFindingRights */
export type FindingRights = ReturnType<typeof useFindingRights>;

/** Whether a finding can be answered so; what is confirmed is dealt with in its issue. */
export const canBe = (action: 'confirm' | 'dismiss' | 'reopen', { status }: { status: string }): boolean =>
  action === 'reopen' ? status === 'dismissed' || status === 'resolved' : status === 'pending';
