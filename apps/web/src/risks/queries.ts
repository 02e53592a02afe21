import {
  type DetailedRisk,
  risksList,
  risksListFunctionalNeeds,
  risksListInOrganization,
  risksRead,
} from '@curbcut/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callWithTag } from '../app/client';
import type { ListQuery } from '../ui/list-query';

/** A page of risks: of a product, or of all where none is named. */
export const risksQuery = (orgId: string, productSlug: string | undefined, query: ListQuery) =>
  queryOptions({
    queryKey: ['risks', orgId, productSlug ?? null, query],
    queryFn: ({ signal }) =>
      productSlug === undefined
        ? call(risksListInOrganization, { path: { orgId }, query: query as never }, { signal })
        : call(risksList, { path: { orgId, productSlug }, query: query as never }, { signal }),
    placeholderData: keepPreviousData,
  });

/** One risk and its `ETag`. */
export interface ReadRisk {
  risk: DetailedRisk;
  etag: string | undefined;
}

/** @see ReadRisk; the number as it stands in the address */
export const riskQuery = (orgId: string, productSlug: string, number: string) =>
  queryOptions({
    queryKey: ['risks', orgId, productSlug, number],
    queryFn: async ({ signal }): Promise<ReadRisk> => {
      const path = { orgId, productSlug, riskNumber: number as unknown as number };
      const { data, etag } = await callWithTag(risksRead, { path }, { signal });
      return { risk: data.risk, etag };
    },
  });

/** Whom a risk would keep out, as it is now, with the `ETag` for writing it. */
export const readFunctionalNeeds = async (path: { orgId: string; productSlug: string; riskNumber: number }) => {
  const { data, etag } = await callWithTag(risksListFunctionalNeeds, { path });
  return { ids: data.functionalNeeds.map(({ id }) => id), etag };
};
