import { organizationsDeleteLogo, organizationsUploadLogo } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { call } from '../app/client';
import { queryClient } from '../app/queries';
import { meQuery } from '../app/session';
import { useOrganization } from '../organizations/organization';
import { PictureForm } from '../ui/picture-form';

/** The picture of an organization. */
export function Logo() {
  const { t } = useLingui();
  const { id: orgId, name, logo } = useOrganization();
  const path = { orgId };
  const seeAnew = () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  return (
    <PictureForm
      image={logo}
      of={name}
      words={{ field: t`Picture file`, send: t`Upload logo`, remove: t`Remove logo` }}
      upload={async (file) => {
        await call(organizationsUploadLogo, { path, body: { file } });
        await seeAnew();
      }}
      remove={async () => {
        await call(organizationsDeleteLogo, { path });
        await seeAnew();
      }}
    />
  );
}
