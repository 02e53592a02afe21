import { auditsCreate, type AuditStatus, type AuditType, type Product } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../app/client';
import { useOrganization } from '../organizations/organization';
import { productsQuery } from '../products/queries';
import { RadioGroup } from '../ui/checkbox';
import { ComboBox } from '../ui/combo-box';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import { Select } from '../ui/select';
import { TextArea, TextField } from '../ui/text-field';
import { optionsOf } from '../words/options';
import { AUDIT_TYPES } from '../words/terms';
import { useOpenAudit } from './open-audit';

/** Begins an audit, or writes down one that is completed. */
export function NewAudit({ product }: { product: Product | undefined }) {
  const { t } = useLingui();
  return (
    <DialogButton name={t`New audit`} kind="primary">
      {(close) => <AuditForm product={product} close={close} />}
    </DialogButton>
  );
}

function AuditForm({ product, close }: { product: Product | undefined; close: () => void }) {
  const { t, i18n } = useLingui();
  const { id: orgId } = useOrganization();
  const products = useQuery({ ...productsQuery(orgId), enabled: !product });
  const openAudit = useOpenAudit();
  // One audit of one dialog, however often it is sent.
  const key = useRef(crypto.randomUUID());
  const form = useForm({
    draft: `new audit ${product?.id ?? orgId}`,
    initial: {
      product: product?.slug ?? '',
      type: 'full' as AuditType,
      title: '',
      description: '',
      status: 'in_progress' as AuditStatus,
    },
    check: (values) => (values.product === '' ? { product: t`Choose a product.` } : {}),
    send: async ({ product: productSlug, type, title, description, status }) => {
      const { audit } = await call(auditsCreate, {
        path: { orgId, productSlug },
        headers: { 'Idempotency-Key': key.current },
        body: { type, status, title: title.trim() || null, description: description || null },
      });
      close();
      await openAudit(productSlug, audit.number);
    },
  });
  return (
    <Form form={form} submit={t`Create`} actions={<CancelButton onClick={close} />}>
      {!product && (
        <ComboBox
          label={t`Product`}
          options={(products.data ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
          {...form.field('product')}
        />
      )}
      <TextField label={t`Title`} maxLength={200} autoComplete="off" {...form.field('title')} />
      <Select
        label={t`Type`}
        options={optionsOf(i18n, AUDIT_TYPES)}
        {...form.field('type')}
        onChange={(type) => form.set({ type: type as AuditType })}
      />
      <RadioGroup
        label={t`Status`}
        name="status"
        value={form.values.status}
        onChange={(status) => form.set({ status: status as AuditStatus })}
        options={[
          { value: 'in_progress', label: t`Start now` },
          { value: 'completed', label: t`Already completed` },
        ]}
      />
      <TextArea label={t`Description`} maxLength={2000} rows={4} {...form.field('description')} />
    </Form>
  );
}
