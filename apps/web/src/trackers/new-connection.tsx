import { type TrackerConnection, type TrackerKind, trackerConnectionsCreate } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { queryClient } from '../app/queries';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { Button } from '../ui/button';
import { RadioGroup } from '../ui/checkbox';
import { CopyField } from '../ui/copy-field';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, type FormState, useForm } from '../ui/form';
import { TextField } from '../ui/text-field';
import { SecretFields, SyncFields, TypeFields } from './connection-fields';
import { useExplain, useSecretFaults } from './faults';
import { connectionsQuery } from './queries';
import { TestConnection } from './test-connection';
import styles from './trackers.module.css';
import { type ConnectionValues, NEW, newBodyOf, type NewConnectionValues, SECRETS } from './values';
import { KINDS } from './words';

/** Connects the product with a project of a tracker. */
export function NewConnection() {
  const { t } = useLingui();
  return (
    <DialogButton name={t`New connection`} kind="primary" isWide>
      {(close) => <Steps close={close} />}
    </DialogButton>
  );
}

function Steps({ close }: { close: () => void }) {
  const [made, setMade] = useState<TrackerConnection>();
  return made ? <Made connection={made} close={close} /> : <NewForm close={close} done={setMade} />;
}

function NewForm({ close, done }: { close: () => void; done: (made: TrackerConnection) => void }) {
  const { t, i18n } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const once = useRef(crypto.randomUUID());
  const secretFaults = useSecretFaults();
  const form = useForm<NewConnectionValues>({
    draft: `tracker of ${product.id}`,
    initial: NEW,
    secrets: SECRETS,
    check: (values) => ({
      name: values.name.trim() === '' ? t`Fill this in.` : '',
      project: values.project.trim() === '' ? t`Fill this in.` : '',
      token: values.token.trim() === '' ? t`Fill this in.` : '',
      url: KINDS[values.kind].home === undefined && values.url.trim() === '' ? t`Enter a URL.` : '',
      ...secretFaults(values),
    }),
    send: async (values) => {
      const { trackerConnection } = await withProof(() =>
        call(trackerConnectionsCreate, {
          path: { orgId, productSlug: product.slug },
          headers: { 'Idempotency-Key': once.current },
          body: newBodyOf(values, KINDS[values.kind]),
        }),
      );
      await queryClient.invalidateQueries({ queryKey: connectionsQuery(orgId, product.slug).queryKey });
      done(trackerConnection);
      announce(t`Connection ${trackerConnection.name} created.`);
    },
    explain: useExplain(),
  });
  const { kind } = form.values;
  const common = form as unknown as FormState<ConnectionValues>;
  const words = KINDS[kind];
  return (
    <Form form={form} submit={t`New connection`} actions={<CancelButton onClick={close} />}>
      <RadioGroup
        label={t`Tracker`}
        name="kind"
        value={kind}
        onChange={(chosen) => form.set({ kind: chosen as TrackerKind })}
        options={Object.entries(KINDS).map(([value, { name }]) => ({ value, label: name }))}
      />
      <TextField
        label={t`Name`}
        hint={t`A display name, for example “Team Checkout”.`}
        autoComplete="off"
        maxLength={100}
        {...form.field('name')}
      />
      <TextField
        label={i18n._(words.project)}
        hint={t`As in the URL: ${words.example}. It cannot be changed later.`}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={300}
        {...form.field('project')}
      />
      <TextField
        label={t`Server URL`}
        hint={
          words.home === undefined
            ? t`Example: ${words.exampleHome ?? ''}. It cannot be changed later.`
            : t`If empty: ${words.home}. It cannot be changed later.`
        }
        type="url"
        autoComplete="off"
        maxLength={300}
        {...form.field('url')}
      />
      <SecretFields form={common} kind={kind} isSet={false} />
      {words.hasTypes && <TypeFields form={common} />}
      <SyncFields form={common} kind={kind} />
    </Form>
  );
}

/** What to do next: see whether it works, and have the tracker tell of changes. */
function Made({ connection: { id, webhookUrl }, close }: { connection: TrackerConnection; close: () => void }) {
  const { t } = useLingui();
  return (
    <>
      <p>
        <Trans>Test the permissions of the token:</Trans>
      </p>
      <div>
        <TestConnection connectionId={id} />
      </div>
      <CopyField
        label={t`Webhook URL`}
        hint={t`In the tracker, create a webhook for issue events with this URL. Changes then arrive at once.`}
        value={webhookUrl}
        copy={t`Copy URL`}
      />
      <p className={styles.quiet}>
        <Trans>To set labels and user mapping, use “Edit”.</Trans>
      </p>
      <div>
        <Button onClick={close}>{t`Close`}</Button>
      </div>
    </>
  );
}
