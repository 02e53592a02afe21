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
    <SettingsView title={t`Security`} lead={t`Sign-in requirements for members.`}>
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
                    security.requireTwoFactor ? t`Required for all members` : t`Optional for each member`,
                  ],
                  [
                    t`Identity confirmation`,
                    security.requireFreshProof ? t`For keys and owners` : t`Only for operations that always require it`,
                  ],
                ]}
              />
              <ForAdmins>
                <Trans>Your role cannot change these requirements.</Trans>
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
              <Link to="/account/security">Turn on your own second factor</Link> before you require one from members.
            </Trans>
          </p>
        </Notice>
      )}
      <Panel>
        <Form form={form} submit={t`Save changes`}>
          <Checkbox
            label={t`Require a second factor for all members`}
            hint={t`Members without one can only turn it on. API keys keep working.`}
            isChecked={form.values.requireTwoFactor}
            onChange={(isOn) => form.set({ requireTwoFactor: isOn })}
          />
          <Checkbox
            label={t`Require identity confirmation before keys and owners are created`}
            hint={t`Required to create an API key or an owner, if the last confirmation is older than ten minutes.`}
            isChecked={form.values.requireFreshProof}
            onChange={(isOn) => form.set({ requireFreshProof: isOn })}
          />
        </Form>
      </Panel>
    </>
  );
}
