import { Outlet } from '@tanstack/react-router';
import { NotFound } from '../app/not-found';
import { useMaybeOrganization } from './organization';

/** Around the views of an organization; what is not there and what one is no member of look alike. */
export function OrganizationLayout() {
  return useMaybeOrganization() ? <Outlet /> : <NotFound />;
}
