import { at } from '../app/addresses';
import { useOrganization } from '../organizations/organization';
import { Redirect } from '../ui/redirect';

/** The settings begin with the general ones. */
export function Page() {
  const { slug: org } = useOrganization();
  return <Redirect to={at('/o/$org/settings/general', { org })} />;
}
