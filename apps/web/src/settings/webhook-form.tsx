import { type MessageType, type Webhook, type WebhookFormat, webhooksCreate, webhooksUpdate } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { queryClient } from '../app/queries';
import { useOrganization } from '../organizations/organization';
import { Button } from '../ui/button';
import { Choices } from '../ui/choices';
import { CopyField } from '../ui/copy-field';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, type FormState, useForm } from '../ui/form';
import { Loaded } from '../ui/loading';
import { Notice } from '../ui/notice';
import { type ReadRecord, RecordForm, useRecordForm } from '../ui/record-form';
import { Select } from '../ui/select';
import { TextField } from '../ui/text-field';
import { MESSAGE_TYPES } from './message-types';
import { readWebhook, webhooksQuery } from './queries';

interface Values extends Record<string, unknown> {
  url: string;
  description: string;
  types: MessageType[];
}

interface NewValues extends Values {
  format: WebhookFormat;
}

/** Adds an address that is told of what happens, and shows its secret once. */
export function NewWebhook() {
  const { t } = useLingui();
  return (
    <DialogButton name={t`New webhook`} kind="primary">
      {(close) => <Steps close={close} />}
    </DialogButton>
  );
}

function Steps({ close }: { close: () => void }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const [secret, setSecret] = useState<string>();
  const once = useRef(crypto.randomUUID());
  const form = useForm<NewValues>({
    draft: `webhook of ${orgId}`,
    initial: { url: '', description: '', types: [], format: 'standard' },
    check: ({ url }) => ({ url: url.trim() === '' ? t`Enter a URL.` : '' }),
    send: async ({ url, description, types, format }) => {
      const body = { url: url.trim(), format, description: description.trim() || null, types };
      const headers = { 'Idempotency-Key': once.current };
      const { webhook } = await withProof(() => call(webhooksCreate, { path: { orgId }, headers, body }));
      await queryClient.invalidateQueries({ queryKey: webhooksQuery(orgId).queryKey });
      announce(t`Webhook created.`);
      if (webhook.secret === null) close();
      else setSecret(webhook.secret);
    },
  });
  if (secret !== undefined) return <Secret secret={secret} close={close} />;
  return (
    <Form form={form} submit={t`New webhook`} actions={<CancelButton onClick={close} />}>
      <Select
        label={t`Format`}
        hint={t`For a program or a chat channel. Chat URLs are stored as secrets.`}
        options={[
          { value: 'standard', label: t`Standard Webhooks` },
          { value: 'slack', label: 'Slack' },
          { value: 'teams', label: 'Microsoft Teams' },
          { value: 'mattermost', label: 'Mattermost' },
        ]}
        {...form.field('format')}
        onChange={(format) => form.field('format').onChange(format as WebhookFormat)}
      />
      <Fields form={form as unknown as FormState<Values>} />
    </Form>
  );
}

/** The secret with which messages are signed. */
export function Secret({ secret, close }: { secret: string; close: () => void }) {
  const { t } = useLingui();
  return (
    <>
      <Notice kind="warning">
        <p>
          <Trans>The secret is shown only once. Your program uses it to verify messages from this service.</Trans>
        </p>
      </Notice>
      <CopyField label={t`Secret`} value={secret} copy={t`Copy secret`} />
      <div>
        <Button onClick={close}>{t`Close`}</Button>
      </div>
    </>
  );
}

function Fields({ form }: { form: FormState<Values> }) {
  const { t } = useLingui();
  return (
    <>
      <TextField
        label={t`Address`}
        hint={t`Start with https://.`}
        type="url"
        autoComplete="off"
        maxLength={2000}
        {...form.field('url')}
      />
      <TextField label={t`Description`} autoComplete="off" maxLength={200} {...form.field('description')} />
      <Choices
        label={t`Kinds of messages`}
        hint={t`Event types to receive. If none: all events.`}
        options={MESSAGE_TYPES.map((type) => ({ value: type, label: type }))}
        {...form.field('types')}
        onChange={(types) => form.field('types').onChange(types as MessageType[])}
      />
    </>
  );
}

/** Changes where a webhook leads, and of what it is told. */
export function EditWebhook({ webhook, about }: { webhook: Webhook; about: string }) {
  const { t } = useLingui();
  return (
    <DialogButton name={t`Edit`} isSmall about={about}>
      {(close) => <ReadFirst webhook={webhook} close={close} />}
    </DialogButton>
  );
}

const recordOf = ({ webhook, etag }: Awaited<ReturnType<typeof readWebhook>>): ReadRecord<Values> => ({
  etag,
  values: { url: webhook.url, description: webhook.description ?? '', types: webhook.types },
});

function ReadFirst({ webhook: { id: webhookId }, close }: { webhook: Webhook; close: () => void }) {
  const { id: orgId } = useOrganization();
  const read = useQuery({
    queryKey: ['webhooks', orgId, webhookId],
    queryFn: () => readWebhook(orgId, webhookId),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Loaded query={read}>{(found) => <Editor webhookId={webhookId} read={recordOf(found)} close={close} />}</Loaded>
  );
}

function Editor({ webhookId, read, close }: { webhookId: string; read: ReadRecord<Values>; close: () => void }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const path = { orgId, webhookId };
  const record = useRecordForm<Values>({
    draft: `webhook ${webhookId}`,
    read,
    save: async ({ url, description, types }, etag) => {
      const body = {
        ...(url !== undefined && { url }),
        ...(description !== undefined && { description: description.trim() || null }),
        ...(types !== undefined && { types }),
      };
      await withProof(() => call(webhooksUpdate, { path, body }, etag === undefined ? {} : { ifMatch: etag }));
      const now = recordOf(await readWebhook(orgId, webhookId));
      close();
      await queryClient.invalidateQueries({ queryKey: webhooksQuery(orgId).queryKey });
      return now;
    },
    readAgain: async () => recordOf(await readWebhook(orgId, webhookId)),
  });
  return (
    <RecordForm
      record={record}
      submit={t`Edit`}
      actions={<CancelButton onClick={close} />}
      words={{
        url: { label: t`Address`, show: String },
        description: { label: t`Description`, show: String },
        types: { label: t`Kinds of messages`, show: (types: string[]) => types.join(', ') },
      }}
    >
      <Fields form={record.form} />
    </RecordForm>
  );
}
