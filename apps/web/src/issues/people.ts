import { membersListPeople } from '@curbcut/client';
import { useQuery } from '@tanstack/react-query';
import { peopleQuery } from '../audits/queries';
import { call } from '../app/client';
import { useMe } from '../app/session';
import { useOrganization } from '../organizations/organization';
import { teamsQuery } from '../settings/queries';
import { namedOf } from './fields';

/**
 * The members and the teams of an organization as what can be chosen; they are read once they are wanted. The person and
 * those who are `chosen` are among them, however many there are.
 */
export function usePeople(isWanted: boolean, chosen: readonly (string | null)[] = []) {
  const { id } = useOrganization();
  const { user } = useMe();
  const nameOf = useNames(chosen);
  const people = useQuery({ ...peopleQuery(id), enabled: isWanted });
  const teams = useQuery({ ...teamsQuery(id), enabled: isWanted });
  const those = chosen.flatMap((one) => (one !== null && nameOf(one) ? [{ id: one, name: nameOf(one) }] : []));
  return { members: namedOf([user, ...those, ...(people.data ?? [])]), teams: namedOf(teams.data ?? []) };
}

/** Says who is behind these ids; '' of nobody, and of who has left. */
export function useNames(given: readonly (string | null)[]): (id: string | null) => string {
  const { id: orgId } = useOrganization();
  const ids = [...new Set(given.filter((id) => id !== null))].sort();
  const { data } = useQuery({
    queryKey: ['people', orgId, ids],
    queryFn: async ({ signal }) =>
      (await call(membersListPeople, { path: { orgId }, query: { ids } }, { signal })).members,
    enabled: ids.length > 0,
    staleTime: 60_000,
  });
  return (id) => data?.find((person) => person.id === id)?.name ?? '';
}
