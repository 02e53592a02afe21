import { productsCreate, type ProductType } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { at } from '../app/addresses';
import { arriveAnew } from '../app/arrival';
import { call } from '../app/client';
import { queryClient } from '../app/queries';
import { useSearch } from '../app/router-hooks';
import { useOrganization } from '../organizations/organization';
import { SendReport } from '../reports/send-report';
import { Button } from '../ui/button';
import { Form, useForm } from '../ui/form';
import { Select } from '../ui/select';
import { TextField } from '../ui/text-field';
import { View } from '../ui/view';
import { PRODUCT_TYPES } from '../words/terms';

/** From nothing to a first Grade: a product, then its first report. */
export function Page() {
  const [{ product }] = useSearch();
  return product ? <FirstReport key={product} product={product} /> : <FirstProduct />;
}

function FirstReport({ product }: { product: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { id, slug: org, name: where } = useOrganization();
  const open = () => navigate({ to: at('/o/$org/p/$product', { org, product }) });
  useEffect(arriveAnew, []);
  return (
    <View
      title={t`Your first report`}
      where={where}
      lead={t`What a tool has found: it gives the product its Grade.`}
      isNarrow
    >
      <SendReport
        orgId={id}
        productSlug={product}
        done={open}
        actions={<Button kind="secondary" onClick={() => void open()}>{t`Skip for now`}</Button>}
      />
    </View>
  );
}

function FirstProduct() {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { id: orgId, slug: org, name: where } = useOrganization();
  const form = useForm({
    draft: `product of ${orgId}`,
    initial: { name: '', type: 'website' as ProductType },
    check: ({ name }) => ({ name: name.trim() === '' ? t`Enter a name for the product.` : '' }),
    send: async (body) => {
      const { product } = await call(productsCreate, { path: { orgId }, body });
      await queryClient.invalidateQueries({ queryKey: ['products', orgId] });
      await navigate({ to: at('/o/$org/start', { org }), search: { product: product.slug } as never });
    },
  });
  return (
    <View title={t`Your first product`} where={where} lead={t`What you test: a website, an app, a document.`} isNarrow>
      <Form form={form} submit={t`Create product`}>
        <TextField label={t`Name`} required {...form.field('name')} />
        <Select
          label={t`Type`}
          {...form.field('type')}
          onChange={(type) => form.set({ type: type as ProductType })}
          options={Object.entries(PRODUCT_TYPES).map(([value, label]) => ({ value, label: i18n._(label) }))}
        />
      </Form>
    </View>
  );
}
