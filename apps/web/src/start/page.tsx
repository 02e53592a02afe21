import { productsCreate, type ProductType } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { at } from '../app/addresses';
import { call } from '../app/client';
import { queryClient } from '../app/queries';
import { useSearch } from '../app/router-hooks';
import { useOrganization } from '../organizations/organization';
import { Form, useForm } from '../ui/form';
import { Select } from '../ui/select';
import { TextField } from '../ui/text-field';
import { View } from '../ui/view';
import { PRODUCT_TYPES } from '../words/terms';
import { FirstKey } from './first-key';
import { FirstReport } from './first-report';

/** From nothing to a first Grade: a product, a key for its pipeline, its first report. */
export function Page() {
  const [{ product, step }] = useSearch();
  if (!product) return <FirstProduct />;
  return step === 'report' ? <FirstReport key="report" product={product} /> : <FirstKey key="key" product={product} />;
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
    <View title={t`Your first product`} where={where} lead={t`A website, an app or a document that you test.`} isNarrow>
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
