import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { useOrganization } from '../organizations/organization';

/** Opens an audit that was made just now, and says so. */
export function useOpenAudit(): (product: string, number: number) => Promise<void> {
  const { t } = useLingui();
  const { id: orgId, slug: org } = useOrganization();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async (product, number) => {
    await queryClient.invalidateQueries({ queryKey: ['audits', orgId], refetchType: 'none' });
    void queryClient.invalidateQueries({ queryKey: ['products', orgId] });
    await navigate({ to: at('/o/$org/p/$product/audits/$number', { org, product, number: String(number) }) });
    announce(t`Audit #${number} created.`);
  };
}
