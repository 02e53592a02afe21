import type { Product } from '@curbcut/client';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useAddress } from '../app/router-hooks';
import { useOrganization } from '../organizations/organization';
import { productQuery } from './queries';

/** The product of this view, and the `ETag` of what is shown of it. */
export function useProduct(): { product: Product; etag: string | undefined } {
  const { product } = useAddress('/o/$org/p/$product');
  return useSuspenseQuery(productQuery(useOrganization().id, product)).data;
}

/** The product of a list; undefined where the list is over all products. */
export function useMaybeProduct(): Product | undefined {
  const { product = '' } = useAddress('/o/$org/p/$product') as { product?: string };
  return useQuery({ ...productQuery(useOrganization().id, product), enabled: product !== '' }).data?.product;
}
