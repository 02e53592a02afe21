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
      lead={t`When an issue is closed or reopened on GitHub, the linked issue here follows. When a pull request is closed, its line ends.`}
    >
      <WhatFor />
      {may ? (
        <Loaded query={settings} lines={4}>
          {(found) => <Connection settings={found} />}
        </Loaded>
      ) : (
        <ForAdmins>
          <Trans>Your role cannot see these settings.</Trans>
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
          This connection only reads from GitHub. An issue that links to a GitHub issue is closed and reopened with it.
          Closed pull requests are reported too.
        </Trans>
      </p>
      {modules.includes('issues') && (
        <p>
          <Trans>
            This page does not cover trackers. To sync issues with GitHub, GitLab, Jira or Azure Boards, connect a
            product to a tracker: <Link to={at('/o/$org/products', { org })}>choose the product</Link>, then open
            Settings, Trackers.
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
    check: ({ secret }) => ({ secret: secret.length < 16 ? t`Enter a secret of at least sixteen characters.` : '' }),
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
    announce(t`Secret removed.`);
  };
  return (
    <>
      <Panel>
        <Section title={t`On GitHub`}>
          <p>
            <Trans>
              In the GitHub settings of the repository or organization, add a webhook with this URL, the content type{' '}
              <code>application/json</code>, the events “Issues” and “Pull requests”, and the secret that you enter
              below.
            </Trans>
          </p>
          <CopyField label={t`Payload URL`} value={url} copy={t`Copy URL`} />
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
                    <Trans>Deliveries from GitHub are then refused.</Trans>
                  </p>
                </ConfirmButton>
              )
            }
          >
            <TextField
              label={t`Secret`}
              hint={t`Use the same secret on GitHub. It needs at least sixteen random characters. It is not shown again.`}
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
