import { issuesCreate, type Product } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { useOrganization } from '../organizations/organization';
import { productsQuery } from '../products/queries';
import { ComboBox } from '../ui/combo-box';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import { TextArea, TextField } from '../ui/text-field';
import { AreasField, NO_RATINGS, RatingField, ratingOf } from './fields';
import styles from '../ui/record-form.module.css';

/** Writes down a barrier that people found. */
export function NewIssue({ product }: { product: Product | undefined }) {
  const { t } = useLingui();
  return (
    <DialogButton name={t`New issue`} kind="primary">
      {(close) => <IssueForm product={product} close={close} />}
    </DialogButton>
  );
}

function IssueForm({ product, close }: { product: Product | undefined; close: () => void }) {
  const { t } = useLingui();
  const { id: orgId, slug: org } = useOrganization();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const products = useQuery({ ...productsQuery(orgId), enabled: !product });
  // One issue of one dialog, however often it is sent.
  const key = useRef(crypto.randomUUID());
  const form = useForm({
    draft: `new issue ${product?.id ?? orgId}`,
    initial: { product: product?.slug ?? '', title: '', description: '', areaIds: [] as string[], ...NO_RATINGS },
    check: (values) => ({
      ...(values.product === '' && { product: t`Choose a product.` }),
      ...(values.title.trim() === '' && { title: t`Fill this in.` }),
    }),
    send: async (values) => {
      const { issue } = await call(issuesCreate, {
        path: { orgId, productSlug: values.product },
        headers: { 'Idempotency-Key': key.current },
        body: {
          title: values.title,
          description: values.description || null,
          areaIds: values.areaIds,
          severity: ratingOf(values.severity),
          impact: ratingOf(values.impact),
          effort: ratingOf(values.effort),
          priority: ratingOf(values.priority),
        },
      });
      await queryClient.invalidateQueries({ queryKey: ['issues', orgId], refetchType: 'none' });
      close();
      const number = String(issue.number);
      await navigate({ to: at('/o/$org/p/$product/issues/$number', { org, product: values.product, number }) });
      announce(t`Issue #${number} created.`);
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
      <TextArea label={t`Description`} maxLength={2000} rows={5} {...form.field('description')} />
      <div className={styles.pairs}>
        <RatingField {...form.field('severity')} />
        <RatingField {...form.field('impact')} />
        <RatingField {...form.field('effort')} />
        <RatingField {...form.field('priority')} />
      </div>
      {form.values.product !== '' && <AreasField productSlug={form.values.product} {...form.field('areaIds')} />}
    </Form>
  );
}
