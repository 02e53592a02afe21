import { type Security, settingsUpdateSecurity } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { queryClient } from '../app/queries';
import { useMe } from '../app/session';
import { useCan, useOrganization } from '../organizations/organization';
import { Checkbox } from '../ui/checkbox';
import { Facts } from '../ui/facts';
import { Form, useForm } from '../ui/form';
import { Link } from '../ui/link';
import { Loaded } from '../ui/loading';
import { Notice } from '../ui/notice';
import { Panel } from '../ui/panel';
import { ForAdmins, SettingsView } from './layout';
import { profileQuery } from './queries';

/** What the organization asks of those who get in. */
export function Page() {
  const { t } = useLingui();
  const { id } = useOrganization();
  const mayChange = useCan('settings_updateSecurity');
  const profile = useQuery(profileQuery(id));
  return (
    <SettingsView title={t`Security`} lead={t`What the organization asks of those who get in.`}>
      <Loaded query={profile} lines={4}>
        {({ security }) =>
          mayChange ? (
            <EditSecurity security={security} />
          ) : (
            <>
              <Facts
                facts={[
                  [
                    t`Second factor`,
                    security.requireTwoFactor ? t`All members must have one` : t`As each member likes`,
                  ],
                  [
                    t`Fresh proof`,
                    security.requireFreshProof ? t`For keys and owners` : t`Only where it is always asked for`,
                  ],
                ]}
              />
              <ForAdmins>
                <Trans>Your role may not change what is asked for.</Trans>
              </ForAdmins>
            </>
          )
        }
      </Loaded>
    </SettingsView>
  );
}

function EditSecurity({ security: { requireTwoFactor, requireFreshProof } }: { security: Security }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { user } = useMe();
  const form = useForm({
    draft: `security of ${orgId}`,
    initial: { requireTwoFactor, requireFreshProof },
    send: async (body) => {
      await withProof(() => call(settingsUpdateSecurity, { path: { orgId }, body }));
      await queryClient.invalidateQueries({ queryKey: profileQuery(orgId).queryKey });
      form.reset(body);
      announce(t`Saved.`);
    },
  });
  return (
    <>
      {!user.twoFactorEnabled && !requireTwoFactor && (
        <Notice>
          <p>
            <Trans>
              Before you ask others for a second factor, <Link to="/account/security">turn on your own</Link>.
            </Trans>
          </p>
        </Notice>
      )}
      <Panel>
        <Form form={form} submit={t`Save changes`}>
          <Checkbox
            label={t`Ask all members for a second factor`}
            hint={t`Who has none can do nothing here but turn it on. API keys go on working.`}
            isChecked={form.values.requireTwoFactor}
            onChange={(isOn) => form.set({ requireTwoFactor: isOn })}
          />
          <Checkbox
            label={t`Ask for a fresh proof before keys and owners are made`}
            hint={t`Who makes an API key or another owner confirms that it is them, unless they did so in the last ten minutes.`}
            isChecked={form.values.requireFreshProof}
            onChange={(isOn) => form.set({ requireFreshProof: isOn })}
          />
        </Form>
      </Panel>
    </>
  );
}
