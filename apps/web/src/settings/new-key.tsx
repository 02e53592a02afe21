import { apiKeysCreate, type NewApiKey, type Scope } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { queryClient } from '../app/queries';
import { LastDayField } from '../organizations/day';
import { useOrganization } from '../organizations/organization';
import { productsQuery } from '../products/queries';
import { Button } from '../ui/button';
import { Checkbox, FieldGroup } from '../ui/checkbox';
import { ComboBox } from '../ui/combo-box';
import { CopyField } from '../ui/copy-field';
import { todayIn } from '../ui/day';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import { Notice } from '../ui/notice';
import { TextArea, TextField } from '../ui/text-field';
import { SCOPE_PURPOSES, SCOPES } from '../words/organization-terms';
import { apiKeysQuery } from './queries';
import styles from './layout.module.css';

/** Makes a key, and shows it once. */
export function NewKey() {
  const { t } = useLingui();
  return (
    <DialogButton name={t`New key`} kind="primary">
      {(close) => <Steps close={close} />}
    </DialogButton>
  );
}

function Steps({ close }: { close: () => void }) {
  const [made, setMade] = useState<NewApiKey>();
  return made ? <Made apiKey={made} close={close} /> : <KeyForm close={close} done={setMade} />;
}

const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

function KeyForm({ close, done }: { close: () => void; done: (made: NewApiKey) => void }) {
  const { t, i18n } = useLingui();
  const { id: orgId, timeZone } = useOrganization();
  const products = useQuery(productsQuery(orgId));
  // One key of one dialog, however often it is sent.
  const once = useRef(crypto.randomUUID());
  const form = useForm({
    draft: `API key of ${orgId}`,
    initial: { name: '', scopes: ['ingest'] as Scope[], productSlug: '', expiresAt: '', allowedAddresses: '' },
    check: ({ name, scopes, expiresAt }) => ({
      name: name.trim() === '' ? t`Enter a name for the key.` : '',
      scopes: scopes.length === 0 ? t`Choose at least one permission.` : '',
      expiresAt: expiresAt !== '' && expiresAt < todayIn(timeZone) ? t`Choose a date in the future.` : '',
    }),
    send: async (values) => {
      const allowedAddresses = values.allowedAddresses.split(/[\s,]+/).filter(Boolean);
      const body = {
        name: values.name,
        scopes: values.scopes,
        productSlug: values.productSlug || null,
        expiresAt: values.expiresAt || null,
        ...(allowedAddresses.length > 0 && { allowedAddresses }),
      };
      const headers = { 'Idempotency-Key': once.current };
      const { apiKey } = await withProof(() => call(apiKeysCreate, { path: { orgId }, headers, body }));
      await queryClient.invalidateQueries({ queryKey: apiKeysQuery(orgId).queryKey });
      done(apiKey);
      announce(t`Key ${values.name} created.`);
    },
  });
  const { scopes } = form.values;
  const choose = (scope: Scope, isChosen: boolean): void =>
    form.set({ scopes: ALL_SCOPES.filter((one) => (one === scope ? isChosen : scopes.includes(one))) });
  const scopeFault = form.field('scopes');
  return (
    <Form form={form} submit={t`New key`} actions={<CancelButton onClick={close} />}>
      <TextField
        label={t`Name`}
        hint={t`Describe its use, for example “Nightly scan of the shop”.`}
        autoComplete="off"
        maxLength={120}
        {...form.field('name')}
      />
      <FieldGroup label={t`Permissions`}>
        {ALL_SCOPES.map((scope, at) => (
          <Checkbox
            key={scope}
            label={i18n._(SCOPES[scope])}
            hint={i18n._(SCOPE_PURPOSES[scope])}
            isChecked={scopes.includes(scope)}
            onChange={(isChosen) => choose(scope, isChosen)}
            {...(at === 0 && { id: scopeFault.id, error: scopeFault.error })}
          />
        ))}
      </FieldGroup>
      <ComboBox
        label={t`Product`}
        hint={t`The key can access this product only. If empty: all products.`}
        options={(products.data ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
        {...form.field('productSlug')}
      />
      <div className={styles.pairs}>
        <LastDayField label={t`Expires on`} hint={t`If empty: never.`} {...form.field('expiresAt')} />
      </div>
      <TextArea
        label={t`Allowed addresses`}
        hint={t`Allowed networks, one per line. Example: 203.0.113.0/24. If empty: all.`}
        rows={2}
        spellCheck={false}
        {...form.field('allowedAddresses')}
      />
    </Form>
  );
}

/** The key itself. */
function Made({ apiKey: { key }, close }: { apiKey: NewApiKey; close: () => void }) {
  const { t } = useLingui();
  return (
    <>
      <Notice kind="warning">
        <p>
          <Trans>The key is shown only once. Copy it now.</Trans>
        </p>
      </Notice>
      <CopyField label={t`Key`} value={key} copy={t`Copy key`} />
      <div>
        <Button onClick={close}>{t`Close`}</Button>
      </div>
    </>
  );
}
