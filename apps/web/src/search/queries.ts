import { searchSearch } from '@curbcut/client';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../app/client';

/** What an organization has under a text: of each kind the newest. */
export const searchQuery = (orgId: string, q: string) =>
  queryOptions({
    queryKey: ['search', orgId, q],
    queryFn: ({ signal }) => call(searchSearch, { path: { orgId }, query: { q } }, { signal }),
    placeholderData: (before) => before,
  });
