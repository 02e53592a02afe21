import { type Webhook, webhooksDelete, webhooksRotateSecret, webhooksTest, webhooksUpdate } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { queryClient } from '../app/queries';
import { useSearch } from '../app/router-hooks';
import { useCan, useOrganization } from '../organizations/organization';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { ConfirmButton } from '../ui/confirm-button';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { EmptyState } from '../ui/empty-state';
import { Form, useForm } from '../ui/form';
import { Loaded } from '../ui/loading';
import { Panel } from '../ui/panel';
import { Deliveries } from './deliveries';
import { ForAdmins, SettingsView } from './layout';
import styles from './layout.module.css';
import { readWebhook, webhooksQuery } from './queries';
import { EditWebhook, NewWebhook, Secret } from './webhook-form';

/** The addresses that are told of what happens. */
export function Page() {
  const { t } = useLingui();
  const { id } = useOrganization();
  const may = useCan('webhooks_list');
  const mayCreate = useCan('webhooks_create');
  const webhooks = useQuery({ ...webhooksQuery(id), enabled: may });
  return (
    <SettingsView
      title={t`Webhooks`}
      lead={t`URLs that receive signed events from this organization.`}
      actions={mayCreate && <NewWebhook />}
      isWide
    >
      {may ? (
        <Loaded query={webhooks} lines={4}>
          {(found) =>
            found.length === 0 ? (
              <EmptyState title={t`No webhooks yet`}>
                <Trans>Add the URL of a program that receives events about issues, grades or reports.</Trans>
              </EmptyState>
            ) : (
              found.map((webhook) => <OneWebhook key={webhook.id} webhook={webhook} />)
            )
          }
        </Loaded>
      ) : (
        <ForAdmins>
          <Trans>Your role cannot see webhooks.</Trans>
        </ForAdmins>
      )}
    </SettingsView>
  );
}

function State({ webhook: { enabled, disabledReason } }: { webhook: Webhook }) {
  const { t } = useLingui();
  if (enabled) return <Badge kind="good">{t`On`}</Badge>;
  if (disabledReason === 'gone') return <Badge kind="wrong">{t`Off: the URL returned 410 Gone`}</Badge>;
  if (disabledReason === 'failing') return <Badge kind="wrong">{t`Off: all deliveries failed for three days`}</Badge>;
  return <Badge>{t`Off`}</Badge>;
}

function OneWebhook({ webhook }: { webhook: Webhook }) {
  const { t } = useLingui();
  const [search, change] = useSearch();
  const { id, url, format, description, types } = webhook;
  const about = `webhook-${id}`;
  const isOpen = search['webhook'] === id;
  const mayChange = useCan('webhooks_update');
  return (
    <Panel>
      <div className={styles.row}>
        <div>
          <h2 id={about} className={styles.name}>
            {url} <State webhook={webhook} />
          </h2>
          {description !== null && <p>{description}</p>}
          <p className={styles.quiet}>
            {types.length === 0 ? (
              t`Receives all events`
            ) : (
              <Plural value={types.length} one="Receives # event type" other="Receives # event types" />
            )}
          </p>
        </div>
        <Button
          kind="secondary"
          isSmall
          aria-expanded={isOpen}
          aria-describedby={about}
          onClick={() => change({ webhook: isOpen ? undefined : id, page: undefined })}
        >
          {isOpen ? t`Hide messages` : t`Show messages`}
        </Button>
      </div>
      {mayChange && (
        <div className={styles.buttons}>
          <EditWebhook webhook={webhook} about={about} />
          <SendTest webhook={webhook} about={about} />
          <TurnOnOrOff webhook={webhook} about={about} />
          {format === 'standard' && <NewSecret webhook={webhook} about={about} />}
          <Remove webhook={webhook} about={about} />
        </div>
      )}
      {isOpen && <Deliveries webhookId={id} />}
    </Panel>
  );
}

interface Act {
  webhook: Webhook;
  about: string;
}

const seeAnew = (orgId: string) => queryClient.invalidateQueries({ queryKey: webhooksQuery(orgId).queryKey });

/** Changes a webhook as it is now. */
async function change(orgId: string, webhookId: string, body: { enabled: boolean }): Promise<void> {
  const path = { orgId, webhookId };
  const { etag } = await readWebhook(orgId, webhookId);
  await withProof(() => call(webhooksUpdate, { path, body }, etag === undefined ? {} : { ifMatch: etag }));
  await seeAnew(orgId);
}

function SendTest({ webhook: { id: webhookId, url }, about }: Act) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const send = async (): Promise<void> => {
    await call(webhooksTest, { path: { orgId, webhookId } });
    await seeAnew(orgId);
    announce(t`A test event was sent to ${url}.`);
  };
  return (
    <ConfirmButton name={t`Send test`} kind="secondary" isSmall about={about} run={send}>
      <p>
        <Trans>
          A <code>webhook.test</code> event is sent. See the result in the delivery log.
        </Trans>
      </p>
    </ConfirmButton>
  );
}

function TurnOnOrOff({ webhook: { id, enabled }, about }: Act) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const turn = async (): Promise<void> => {
    await change(orgId, id, { enabled: !enabled });
    announce(t`Saved.`);
  };
  return (
    <ConfirmButton name={enabled ? t`Turn off` : t`Turn on`} kind="secondary" isSmall about={about} run={turn}>
      <p>
        {enabled ? (
          <Trans>The webhook receives nothing until it is turned on again.</Trans>
        ) : (
          <Trans>It receives events from now on.</Trans>
        )}
      </p>
    </ConfirmButton>
  );
}

function NewSecret({ webhook, about }: Act) {
  const { t } = useLingui();
  return (
    <DialogButton name={t`New secret`} isSmall about={about}>
      {(close) => <SecretSteps webhook={webhook} close={close} />}
    </DialogButton>
  );
}

function SecretSteps({ webhook: { id: webhookId }, close }: { webhook: Webhook; close: () => void }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const [secret, setSecret] = useState<string>();
  const form = useForm({
    initial: {},
    send: async () => {
      const { webhook } = await withProof(() => call(webhooksRotateSecret, { path: { orgId, webhookId } }));
      setSecret(webhook.secret ?? undefined);
    },
  });
  if (secret !== undefined) return <Secret secret={secret} close={close} />;
  return (
    <Form form={form} submit={t`New secret`} actions={<CancelButton onClick={close} />}>
      <p>
        <Trans>
          For one day, messages carry two signatures: one with the new secret and one with the current secret.
        </Trans>
      </p>
    </Form>
  );
}

function Remove({ webhook: { id: webhookId, url }, about }: Act) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const remove = async (): Promise<void> => {
    const { etag } = await readWebhook(orgId, webhookId);
    const path = { orgId, webhookId };
    await withProof(() => call(webhooksDelete, { path }, etag === undefined ? {} : { ifMatch: etag }));
    await seeAnew(orgId);
    announce(t`Webhook deleted.`);
  };
  return (
    <ConfirmButton name={t`Delete webhook`} isSmall about={about} run={remove}>
      <p>
        <Trans>{url} no longer receives events. Its delivery log is deleted.</Trans>
      </p>
    </ConfirmButton>
  );
}
