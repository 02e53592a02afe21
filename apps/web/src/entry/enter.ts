import { CurbcutError } from '@curbcut/client';
import { useNavigate } from '@tanstack/react-router';
import { nextAddress } from '../app/addresses';
import { queryClient } from '../app/queries';
import { useSearch } from '../app/router-hooks';
import { meQuery } from '../app/session';

/** Goes on as who has just signed in: to `?next=`, where it is an address of ours. */
export function useEnter(): () => Promise<void> {
  const navigate = useNavigate();
  const [{ next }] = useSearch();
  return async () => {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
    const me = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
    if (!me) throw new CurbcutError('The browser keeps no cookie of the session.', { code: 'cookie_not_kept' });
    await navigate({ href: nextAddress(next) });
  };
}
