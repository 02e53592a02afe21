import {
  insightsFunctionalNeedsOfOrganization,
  insightsFunctionalNeedsOfProduct,
  insightsPagesOfProduct,
  insightsTrendsOfOrganization,
  insightsTrendsOfProduct,
  risksReadInsights,
  type TrendInterval,
} from '@curbcut/client';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../app/client';

/** What happened by week or month, in a product or in all of an organization. */
export const trendsQuery = (orgId: string, productSlug: string | undefined, interval: TrendInterval) =>
  queryOptions({
    queryKey: ['insights', orgId, productSlug, 'trends', interval],
    queryFn: ({ signal }) =>
      productSlug === undefined
        ? call(insightsTrendsOfOrganization, { path: { orgId }, query: { interval } }, { signal })
        : call(insightsTrendsOfProduct, { path: { orgId, productSlug }, query: { interval } }, { signal }),
    placeholderData: (before) => before,
  });

/** Whom open issues keep out. */
export const blockedQuery = (orgId: string, productSlug: string | undefined) =>
  queryOptions({
    queryKey: ['insights', orgId, productSlug, 'needs'],
    queryFn: ({ signal }) =>
      productSlug === undefined
        ? call(insightsFunctionalNeedsOfOrganization, { path: { orgId } }, { signal })
        : call(insightsFunctionalNeedsOfProduct, { path: { orgId, productSlug } }, { signal }),
  });

/** On which pages of a product something is found, and which nobody has looked at. */
export const pageInsightsQuery = (orgId: string, productSlug: string) =>
  queryOptions({
    queryKey: ['insights', orgId, productSlug, 'pages'],
    queryFn: ({ signal }) => call(insightsPagesOfProduct, { path: { orgId, productSlug } }, { signal }),
  });

/** How many risks there are of each kind. */
export const riskInsightsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['insights', orgId, 'risks'],
    queryFn: ({ signal }) => call(risksReadInsights, { path: { orgId } }, { signal }),
  });
