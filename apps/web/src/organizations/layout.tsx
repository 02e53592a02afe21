import { Outlet, useLocation } from '@tanstack/react-router';
import { at } from '../app/addresses';
import { NotFound } from '../app/not-found';
import { useAddress, useSearch } from '../app/router-hooks';
import { ComeInByProvider } from './come-in';
import { useMaybeOrganization } from './organization';
import { Redirect } from '../ui/redirect';

/**
 * Around the views of an organization; what is not there and what one is no member of look alike. A former slug leads to
 * the present one. Where a factor is asked for, or the provider of the organization, that comes first.
 */
export function OrganizationLayout() {
  const { org: named } = useAddress('/o/$org');
  const [search] = useSearch();
  const { pathname } = useLocation();
  const organization = useMaybeOrganization();
  if (!organization) return <NotFound />;
  if (named !== organization.slug && named !== organization.id) {
    const present = at('/o/$org', { org: organization.slug });
    const rest = pathname.split('/').slice(3).join('/');
    return <Redirect to={rest ? `${present}/${rest}` : present} search={search} />;
  }
  if (organization.factorMissing) return <Redirect to="/account/security" search={{ why: 'factor' }} />;
  // Members may read it whatever modules are on: who may not has come in by another way than its provider.
  if (organization.can['organizations_readProfile'] === false) return <ComeInByProvider organization={organization} />;
  return <Outlet />;
}
