import { savedViewsList, type SavedView, type ViewKind } from '@curbcut/client';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../app/client';

/** The saved views of an organization that one sees, of one kind of list. */
export const savedViewsQuery = (orgId: string, kind: ViewKind) =>
  queryOptions({
    queryKey: ['saved views', orgId],
    queryFn: async ({ signal }) => (await call(savedViewsList, { path: { orgId } }, { signal })).savedViews,
    select: (views: SavedView[]) => views.filter((view) => view.kind === kind),
  });
