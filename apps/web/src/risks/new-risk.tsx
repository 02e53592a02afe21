import { type Product, type Rating, risksCreate } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { AreasField } from '../issues/fields';
import { useOrganization } from '../organizations/organization';
import { productsQuery } from '../products/queries';
import { ComboBox } from '../ui/combo-box';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import styles from '../ui/record-form.module.css';
import { TextArea, TextField } from '../ui/text-field';
import { RiskRatingField } from './fields';

/** Writes down a barrier that may occur. */
export function NewRisk({ product }: { product: Product | undefined }) {
  const { t } = useLingui();
  return (
    <DialogButton name={t`New risk`} kind="primary">
      {(close) => <RiskForm product={product} close={close} />}
    </DialogButton>
  );
}

function RiskForm({ product, close }: { product: Product | undefined; close: () => void }) {
  const { t } = useLingui();
  const { id: orgId, slug: org } = useOrganization();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const products = useQuery({ ...productsQuery(orgId), enabled: !product });
  // One risk of one dialog, however often it is sent.
  const key = useRef(crypto.randomUUID());
  const form = useForm({
    draft: `new risk ${product?.id ?? orgId}`,
    initial: {
      product: product?.slug ?? '',
      title: '',
      description: '',
      mitigation: '',
      likelihood: '' as Rating | '',
      impact: '' as Rating | '',
      areaIds: [] as string[],
    },
    check: (values) => ({
      ...(values.product === '' && { product: t`Choose a product.` }),
      ...(values.title.trim() === '' && { title: t`Fill this in.` }),
    }),
    send: async ({ product: productSlug, title, description, mitigation, likelihood, impact, areaIds }) => {
      const { risk } = await call(risksCreate, {
        path: { orgId, productSlug },
        headers: { 'Idempotency-Key': key.current },
        body: {
          title,
          description: description || null,
          mitigation: mitigation || null,
          likelihood: likelihood || null,
          impact: impact || null,
          areaIds,
        },
      });
      await queryClient.invalidateQueries({ queryKey: ['risks', orgId], refetchType: 'none' });
      close();
      const number = String(risk.number);
      await navigate({ to: at('/o/$org/p/$product/risks/$number', { org, product: productSlug, number }) });
      announce(t`Risk #${number} created.`);
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
      <TextArea label={t`Description`} maxLength={2000} rows={4} {...form.field('description')} />
      <TextArea
        label={t`Mitigation`}
        hint={t`Measures to prevent the risk.`}
        maxLength={2000}
        rows={4}
        {...form.field('mitigation')}
      />
      <div className={styles.pairs}>
        <RiskRatingField {...form.field('likelihood')} />
        <RiskRatingField {...form.field('impact')} />
      </div>
      {form.values.product !== '' && <AreasField productSlug={form.values.product} {...form.field('areaIds')} />}
    </Form>
  );
}
