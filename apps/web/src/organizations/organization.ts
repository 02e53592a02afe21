import { membersReadRole, type ListedOrganization } from '@curbcut/client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../app/client';
import { useAddress } from '../app/router-hooks';
import { useMe } from '../app/session';

/** The organization of this view, by the slug or the id in the address; undefined where the person is no member of such a one. */
export function useMaybeOrganization(): ListedOrganization | undefined {
  const { org } = useAddress('/o/$org');
  return useMe().organizations.find(({ slug, id }) => slug === org || id === org);
}

/** The organization of this view. */
export function useOrganization(): ListedOrganization {
  const found = useMaybeOrganization();
  if (!found) throw new Error('This view stands outside of an organization.');
  return found;
}

const roleQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['role', organizationId],
    queryFn: ({ signal }) => call(membersReadRole, { query: { organizationId } }, { signal }),
    staleTime: 60_000,
  });

/** Whether the person is an admin or an owner here: what members may not do is not offered. */
export function useIsAdmin(): boolean {
  const { role } = useSuspenseQuery(roleQuery(useOrganization().id)).data;
  return role === 'admin' || role === 'owner';
}
