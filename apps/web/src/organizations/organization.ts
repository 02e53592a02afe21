import type { OwnOrganization } from '@curbcut/client';
import { useAddress } from '../app/router-hooks';
import { useMe } from '../app/session';

/**
 * The organization of this view, by the slug, a former one or the id in the address; undefined where the person is no
 * member of such a one.
 */
export function useMaybeOrganization(): OwnOrganization | undefined {
  const { org } = useAddress('/o/$org');
  const { organizations } = useMe();
  return (
    organizations.find(({ slug, id }) => slug === org || id === org) ??
    organizations.find(({ formerSlugs }) => formerSlugs.includes(org))
  );
}

/** The organization of this view. */
export function useOrganization(): OwnOrganization {
  const found = useMaybeOrganization();
  if (!found) throw new Error('This view stands outside of an organization.');
  return found;
}

/** Whether the person may use an operation here, by its id: what is denied is not offered. */
export const useCan = (operation: string): boolean => useOrganization().can[operation] === true;

/** Whether the person looks after people and settings here; what an operation allows beyond that says `useCan`. */
export const useIsAdmin = (): boolean => useOrganization().role !== 'member';
