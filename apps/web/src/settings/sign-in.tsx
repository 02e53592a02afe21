import { signInBeginTrial, signInRemoveSettings } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { queryClient } from '../app/queries';
import { useCan, useOrganization } from '../organizations/organization';
import { Badge } from '../ui/badge';
import { Button, buttonClass } from '../ui/button';
import { ConfirmButton } from '../ui/confirm-button';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import { Loaded } from '../ui/loading';
import { Panel } from '../ui/panel';
import { Section } from '../ui/view';
import { Domains } from './domains';
import { ForOwners, SettingsView } from './layout';
import styles from './layout.module.css';
import { ProviderForm } from './provider-form';
import { ServiceKeys } from './service-keys';
import { providerQuery, type ReadProvider } from './sign-in-queries';

/** How people come in who have an account elsewhere. */
export function Page() {
  const { t } = useLingui();
  const may = useCan('signIn_readSettings');
  return (
    <SettingsView title={t`Sign-in`} lead={t`Members sign in with their account in your organization’s directory.`}>
      {may ? (
        <>
          <Domains />
          <Provider />
        </>
      ) : (
        <ForOwners>
          <Trans>Your role cannot see the sign-in settings.</Trans>
        </ForOwners>
      )}
    </SettingsView>
  );
}

function Provider() {
  const { t } = useLingui();
  const { id } = useOrganization();
  const provider = useQuery(providerQuery(id));
  const settings = provider.data?.settings;
  return (
    <Section
      title={t`Identity provider`}
      actions={
        settings &&
        (settings.required ? <Badge kind="accent">{t`Required`}</Badge> : <Badge kind="good">{t`Set`}</Badge>)
      }
    >
      <Loaded query={provider} lines={6}>
        {(read) => (
          <>
            <Panel>
              <ProviderForm read={read} />
            </Panel>
            {read.settings?.kind === 'saml' && <ServiceKeys keys={read.settings.serviceKeys} />}
            {read.settings && (
              <div className={styles.buttons}>
                <TryProvider />
                <Remove read={read} />
              </div>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Remove({ read: { etag } }: { read: ReadProvider }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const remove = async (): Promise<void> => {
    await withProof(() => call(signInRemoveSettings, { path: { orgId } }, etag === undefined ? {} : { ifMatch: etag }));
    await queryClient.invalidateQueries({ queryKey: providerQuery(orgId).queryKey });
    announce(t`Identity provider removed.`);
  };
  return (
    <ConfirmButton name={t`Remove identity provider`} run={remove}>
      <p>
        <Trans>
          Members can no longer sign in with it, and its sessions end. Accounts and data are kept. Members without a
          password use “Forgot your password?”.
        </Trans>
      </p>
    </ConfirmButton>
  );
}

/** Shows what the provider says of somebody, and what would follow. */
function TryProvider() {
  const { t } = useLingui();
  return <DialogButton name={t`Try identity provider`}>{(close) => <Trial close={close} />}</DialogButton>;
}

function Trial({ close }: { close: () => void }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const [url, setUrl] = useState<string>();
  const form = useForm({
    initial: {},
    send: async () => {
      setUrl((await withProof(() => call(signInBeginTrial, { path: { orgId } }))).url);
      announce(t`The trial is available for ten minutes.`);
    },
  });
  if (url === undefined)
    return (
      <Form form={form} submit={t`Try identity provider`} actions={<CancelButton onClick={close} />}>
        <p>
          <Trans>
            Sign in with a test account at the identity provider. The trial shows the account’s data and the role and
            teams that it would get. No account is signed in or linked.
          </Trans>
        </p>
      </Form>
    );
  return (
    <>
      <p>
        <Trans>The trial is available in this browser for ten minutes.</Trans>
      </p>
      <div className={styles.buttons}>
        <a className={buttonClass()} href={url} target="_blank" rel="noopener noreferrer">
          {t`Continue to the identity provider`} <span className="visually-hidden">{t`(opens in a new tab)`}</span>
        </a>
        <Button kind="secondary" onClick={close}>{t`Close`}</Button>
      </div>
    </>
  );
}
