import { Outlet } from '@tanstack/react-router';
import { NotFound } from '../app/not-found';
import { useMaybeOrganization } from './organization';
import { Redirect } from '../ui/redirect';

/** Around the views of an organization; what is not there and what one is no member of look alike. Where a factor is asked for, that comes first. */
export function OrganizationLayout() {
  const organization = useMaybeOrganization();
  if (!organization) return <NotFound />;
  if (organization.factorMissing) return <Redirect to="/account/security" search={{ why: 'factor' }} />;
  return <Outlet />;
}
