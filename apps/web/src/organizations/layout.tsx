import { Outlet } from '@tanstack/react-router';
import { NotFound } from '../app/not-found';
import { ComeInByProvider } from './come-in';
import { useMaybeOrganization } from './organization';
import { Redirect } from '../ui/redirect';

/**
 * Around the views of an organization; what is not there and what one is no member of look alike. Where a factor is
 * asked for, or the provider of the organization, that comes first.
 */
export function OrganizationLayout() {
  const organization = useMaybeOrganization();
  if (!organization) return <NotFound />;
  if (organization.factorMissing) return <Redirect to="/account/security" search={{ why: 'factor' }} />;
  // Members may read it whatever modules are on: who may not has come in by another way than its provider.
  if (organization.can['organizations_readProfile'] === false) return <ComeInByProvider organization={organization} />;
  return <Outlet />;
}
