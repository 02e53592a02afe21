import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useOrganization } from '../organizations/organization';
import type { Filter } from '../ui/list-query';
import { productsQuery } from './queries';

/** The filter by product of lists over products; none where the list is of one product. */
export function useProductFilter(isOverProducts: boolean): Filter[] {
  const { t } = useLingui();
  const { data } = useQuery({ ...productsQuery(useOrganization().id), enabled: isOverProducts });
  if (!isOverProducts) return [];
  const options = (data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return [{ name: 'productId', label: t`Product`, options, isSingle: true }];
}
