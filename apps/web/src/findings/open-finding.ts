import type { Product } from '@curbcut/client';
import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { at } from '../app/addresses';
import { NEXT_RECORD } from '../app/arrival';
import { base } from '../app/client';
import { useSearch } from '../app/router-hooks';
import { stringifySearch } from '../app/search-params';
import { useStore } from '../app/store';
import { useOrganization } from '../organizations/organization';
import { useProductOf } from '../products/rows';
import type { Triage } from './triage';
import type { Current } from './triage-state';

/** After the last step the address follows. */
const FOLLOWS_MS = 250;

/*
 * The finding that is shown stands in the address: in a product as `…/findings/<id>`, in a list over products as `?finding=<product>/<id>`, because a
 * finding is read by its product.
 */

/** The finding in the address, and how another would stand there. */
export function useAddressOfFinding(product: Product | undefined) {
  const { slug: org } = useOrganization();
  const [search] = useSearch();
  const { finding } = useParams({ strict: false }) as { finding?: string };
  const productOf = useProductOf(product === undefined);
  const [productId, id] = (search['finding'] ?? '').split('/');
  const inSearch = productId && id ? { id, productId } : undefined;
  const current: Current | undefined = product
    ? finding === undefined
      ? undefined
      : { id: finding, productId: product.id }
    : inSearch;
  const pathOf = (row: Current | undefined): string => {
    if (!product) return at('/o/$org/findings', { org });
    const parts = { org, product: product.slug };
    return row
      ? at('/o/$org/p/$product/findings/$finding', { ...parts, finding: row.id })
      : at('/o/$org/p/$product/findings', parts);
  };
  const searchOf = (row: Current | undefined) => ({
    ...search,
    finding: row && !product ? `${row.productId}/${row.id}` : undefined,
  });
  return {
    current,
    pathOf,
    searchOf,
    productOf,
    of: (row: Current): string => base + pathOf(row) + stringifySearch(searchOf(row)),
  };
}

/** Writes the finding that is shown into the address, and shows the one that a link writes there. */
export function useFindingInAddress(triage: Triage, product: Product | undefined): void {
  const navigate = useNavigate();
  const { current, pathOf, searchOf } = useAddressOfFinding(product);
  const named = current?.id;
  const { pathname } = useLocation();
  const shown = useStore(triage.store, (state) => state.current);
  // What was written here is no link: somebody may be further already.
  const written = useRef(new Set<string | undefined>());
  const isInAddress = useStore(triage.store, (state) => state.isInAddress);
  useEffect(() => {
    if (!isInAddress || shown?.id === named) return undefined;
    const timer = setTimeout(() => {
      written.current.add(shown?.id);
      void navigate({
        to: pathOf(shown),
        search: searchOf(shown) as never,
        replace: true,
        resetScroll: false,
        state: NEXT_RECORD as never,
      });
    }, FOLLOWS_MS);
    return () => clearTimeout(timer);
  });
  useEffect(() => {
    // While a navigation loads, the path is already the new one, and the finding still the former one.
    const isFormer = current === undefined || !pathname.endsWith(pathOf(current));
    if (!isFormer && !written.current.has(named) && triage.store.get().current?.id !== named) triage.show(current);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [named, pathname, triage]);
}
