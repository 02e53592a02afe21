import { useNavigate, useParams, useSearch as useRouterSearch } from '@tanstack/react-router';
import type { SearchParams } from './search-params';
import type { Address, AddressParts } from './views';

/** What the address of this view names: `const { org } = useAddress('/o/$org/products')`. */
export const useAddress = <A extends Address>(_address: A): AddressParts<A> =>
  useParams({ strict: false }) as AddressParts<A>;

type Change = (changed: Record<string, string | undefined>, how?: { isTyping?: boolean }) => void;

/**
 * What stands behind the `?`, and how to change it: `undefined` takes a value out. Filters and pages are steps that
 * Back undoes; what is typed is not.
 */
export function useSearch(): [SearchParams, Change] {
  const search = useRouterSearch({ strict: false }) as SearchParams;
  const navigate = useNavigate();
  return [
    search,
    (changed, { isTyping = false } = {}) =>
      void navigate({
        to: '.',
        search: ((now: SearchParams) => ({ ...now, ...changed })) as never,
        replace: isTyping,
        resetScroll: false,
      }),
  ];
}
