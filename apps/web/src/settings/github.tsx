import { type GitHubSettings, settingsRemoveGitHubSecret, settingsSetGitHubSecret } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { queryClient } from '../app/queries';
import { useCan, useOrganization } from '../organizations/organization';
import { Badge } from '../ui/badge';
import { ConfirmButton } from '../ui/confirm-button';
import { CopyField } from '../ui/copy-field';
import { Form, useForm } from '../ui/form';
import { Link } from '../ui/link';
import { Loaded } from '../ui/loading';
import { Notice } from '../ui/notice';
import { Panel } from '../ui/panel';
import { TextField } from '../ui/text-field';
import { Section } from '../ui/view';
import { ForAdmins, SettingsView } from './layout';
import { gitHubQuery } from './queries';

/** Lets GitHub tell of issues and pull requests that are closed there. */
export function Page() {
  const { t } = useLingui();
  const { id } = useOrganization();
  const may = useCan('settings_readGitHub');
  const settings = useQuery({ ...gitHubQuery(id), enabled: may });
  return (
    <SettingsView
      title={t`GitHub`}
      lead={t`An issue that is closed or reopened at GitHub is so here too, and a pull request that is closed ends its proposals.`}
    >
      <WhatFor />
      {may ? (
        <Loaded query={settings} lines={4}>
          {(found) => <Connection settings={found} />}
        </Loaded>
      ) : (
        <ForAdmins>
          <Trans>Your role may not see these settings.</Trans>
        </ForAdmins>
      )}
    </SettingsView>
  );
}

/** What this does and what connections with trackers do: the one is easily taken for the other. */
function WhatFor() {
  const { slug: org, modules } = useOrganization();
  return (
    <Notice>
      <p>
        <Trans>
          This only listens: an issue here that names one at GitHub by its address is closed and reopened with it, and
          nothing is written at GitHub. It also tells when a pull request is closed.
        </Trans>
      </p>
      {modules.includes('issues') && (
        <p>
          <Trans>
            To send issues to GitHub, or to GitLab, Jira or Azure Boards, and to keep both sides the same, connect a
            product with a tracker: <Link to={at('/o/$org/products', { org })}>choose the product</Link>, then Settings,
            Trackers. Issues that stand in a tracker are left alone by this page.
          </Trans>
        </p>
      )}
    </Notice>
  );
}

function Connection({ settings: { url, secretSet } }: { settings: GitHubSettings }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const read = () => queryClient.invalidateQueries({ queryKey: gitHubQuery(orgId).queryKey });
  const form = useForm({
    initial: { secret: '' },
    check: ({ secret }) => ({ secret: secret.length < 16 ? t`Enter a secret of sixteen characters or more.` : '' }),
    send: async (body) => {
      await withProof(() => call(settingsSetGitHubSecret, { path: { orgId }, body }));
      form.reset();
      await read();
      announce(t`Saved.`);
    },
  });
  const remove = async (): Promise<void> => {
    await withProof(() => call(settingsRemoveGitHubSecret, { path: { orgId } }));
    await read();
    announce(t`The secret is removed.`);
  };
  return (
    <>
      <Panel>
        <Section title={t`At GitHub`}>
          <p>
            <Trans>
              In the settings of the repository or the organization there, add a webhook with this address, the content
              type <code>application/json</code>, the events “Issues” and “Pull requests”, and the secret that you enter
              below.
            </Trans>
          </p>
          <CopyField label={t`Payload URL`} value={url} copy={t`Copy address`} />
        </Section>
      </Panel>
      <Panel>
        <Section
          title={t`Secret`}
          actions={secretSet ? <Badge kind="good">{t`Set`}</Badge> : <Badge>{t`Not set`}</Badge>}
        >
          <Form
            form={form}
            submit={secretSet ? t`Replace secret` : t`Set secret`}
            actions={
              secretSet && (
                <ConfirmButton name={t`Remove secret`} run={remove}>
                  <p>
                    <Trans>What GitHub sends is refused from then on.</Trans>
                  </p>
                </ConfirmButton>
              )
            }
          >
            <TextField
              label={t`Secret`}
              hint={t`The same as at GitHub: sixteen characters or more, by chance. It is not shown again.`}
              type="password"
              autoComplete="off"
              {...form.field('secret')}
            />
          </Form>
        </Section>
      </Panel>
    </>
  );
}
