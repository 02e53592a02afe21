import type { Audit } from '@curbcut/client';
import { useQueryClient } from '@tanstack/react-query';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import type { AuditPath } from './queries';

/** Where an audit stands, and how what is shown of it is read anew. */
export function useAudit({ number }: Pick<Audit, 'number'>): {
  path: AuditPath;
  params: { orgId: string; productSlug: string; auditNumber: number };
  readAgain: () => Promise<void>;
} {
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  const productSlug = product.slug;
  return {
    path: { orgId, productSlug, number: String(number) },
    params: { orgId, productSlug, auditNumber: number },
    readAgain: async () => {
      await queryClient.invalidateQueries({ queryKey: ['audits', orgId, productSlug, String(number)] });
      void queryClient.invalidateQueries({ queryKey: ['products', orgId], refetchType: 'none' });
      void queryClient.invalidateQueries({ queryKey: ['changes', orgId] });
    },
  };
}
