import { useQuery } from '@tanstack/react-query';
import { useOrganization } from '../organizations/organization';
import { productsQuery } from './queries';

/** Names the product of a row of a list over products. */
export function useProductOf(
  isOverProducts: boolean,
): (productId: string) => { slug: string; name: string } | undefined {
  const { data } = useQuery({ ...productsQuery(useOrganization().id), enabled: isOverProducts });
  return (productId) => data?.find(({ id }) => id === productId);
}
