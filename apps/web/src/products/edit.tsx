import {
  membersListPeople,
  type PageRule,
  type Product,
  type ProductFeature,
  type ProductType,
  productsUpdate,
} from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { at } from '../app/addresses';
import { call, callWithTag } from '../app/client';
import { queryClient } from '../app/queries';
import { useOrganization } from '../organizations/organization';
import { StandardFields } from '../standards/fields';
import { standardsQuery } from '../standards/queries';
import { ComboBox } from '../ui/combo-box';
import { Choices } from '../ui/choices';
import { RecordForm, type ReadRecord, useRecordForm } from '../ui/record-form';
import { Rows } from '../ui/rows';
import { Select } from '../ui/select';
import { TextArea, TextField } from '../ui/text-field';
import { optionsOf } from '../words/options';
import { PRODUCT_FEATURES } from '../words/product-terms';
import { PRODUCT_TYPES } from '../words/terms';
import { useProduct } from './product';
import { productQuery, productRequirementsQuery } from './queries';
import styles from './settings.module.css';

interface Values extends Record<string, unknown> {
  name: string;
  type: ProductType;
  description: string;
  standardId: string;
  conformanceLevel: string;
  auditFrequency: string;
  responsiblePersonId: string;
  features: ProductFeature[];
  /** The ids of requirements that shall apply all the same. */
  drawnIn: string[];
  pageRules: { path: string; query: string }[];
}

const recordOf = (product: Product, etag: string | undefined): ReadRecord<Values> => ({
  etag,
  values: {
    name: product.name,
    type: product.type,
    description: product.description ?? '',
    standardId: product.standardId ?? '',
    conformanceLevel: product.conformanceLevel ?? '',
    auditFrequency: String(product.auditFrequency ?? ''),
    responsiblePersonId: product.responsiblePersonId ?? '',
    features: product.features,
    drawnIn: product.drawnIn,
    pageRules: product.pageRules.map(({ path, query = [] }) => ({ path, query: query.join(', ') })),
  },
});

const bodyOf = ({
  auditFrequency,
  description,
  standardId,
  conformanceLevel,
  responsiblePersonId,
  pageRules,
  ...rest
}: Partial<Values>) => ({
  ...(rest as Partial<Pick<Values, 'name' | 'type' | 'features' | 'drawnIn'>>),
  ...(pageRules && { pageRules: pageRules.flatMap(ruleOf) }),
  ...(description !== undefined && { description: description.trim() || null }),
  ...(standardId !== undefined && { standardId: standardId || null }),
  ...(conformanceLevel !== undefined && { conformanceLevel: conformanceLevel || null }),
  ...(responsiblePersonId !== undefined && { responsiblePersonId: responsiblePersonId || null }),
  ...(auditFrequency !== undefined && {
    auditFrequency: auditFrequency === '' ? null : (Number(auditFrequency) as 0 | 3 | 6 | 12),
  }),
});

/** A rule as the interface takes it; none where no path is given. */
function ruleOf({ path, query }: Values['pageRules'][number]): PageRule[] {
  const names = query.split(/[\s,]+/).filter(Boolean);
  return path.trim() === '' ? [] : [{ path: path.trim(), ...(names.length > 0 && { query: names }) }];
}

/** Changes what a product is called, measured against, how often, and who looks after it. */
export function EditProduct() {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { id: orgId, slug: org } = useOrganization();
  const { product, etag } = useProduct();
  const path = { orgId, productSlug: product.slug };
  const [q, setQ] = useState('');
  const standards = useQuery(standardsQuery(orgId));
  const people = useQuery({
    queryKey: ['members', orgId, 'people', q],
    queryFn: async ({ signal }) =>
      (await call(membersListPeople, { path: { orgId }, query: q ? { q } : {} }, { signal })).members,
    placeholderData: (before) => before,
  });
  const responsible = useQuery({
    queryKey: ['members', orgId, 'person', product.responsiblePersonId],
    queryFn: async ({ signal }) =>
      (await call(membersListPeople, { path: { orgId }, query: { ids: [product.responsiblePersonId!] } }, { signal }))
        .members,
    enabled: product.responsiblePersonId !== null,
  });
  const [isApplicableWanted, setApplicableWanted] = useState(false);
  const applicable = useApplicable(isApplicableWanted || product.drawnIn.length > 0);
  const record = useRecordForm<Values>({
    draft: `product ${product.id}`,
    read: recordOf(product, etag),
    save: async (changed, tag) => {
      const { data, etag: now } = await callWithTag(
        productsUpdate,
        { path, body: bodyOf(changed) },
        tag === undefined ? {} : { ifMatch: tag },
      );
      await queryClient.invalidateQueries({ queryKey: ['products', orgId] });
      if (data.product.slug !== product.slug)
        await navigate({
          to: at('/o/$org/p/$product/settings', { org, product: data.product.slug }),
          replace: true,
        });
      return recordOf(data.product, now);
    },
    readAgain: async () => {
      const again = await queryClient.fetchQuery({ ...productQuery(orgId, product.slug), staleTime: 0 });
      return recordOf(again.product, again.etag);
    },
  });
  const { form } = record;
  const frequencies = [
    { value: '', label: t`Use the organization’s setting` },
    { value: '0', label: t`No schedule` },
    ...[3, 6, 12].map((months) => ({ value: String(months), label: t`Every ${months} months` })),
  ];
  const known = [...(responsible.data ?? []), ...(people.data ?? [])];
  const options = [...new Map(known.map(({ id, name }) => [id, { value: id, label: name }])).values()];
  const labelIn = (all: readonly { value: string; label: string }[]) => (value: string) =>
    all.find((one) => one.value === value)?.label ?? value;
  const standardName = (id: string) => standards.data?.find((one) => one.id === id)?.name ?? '';
  const levelName = (id: string) =>
    standards.data?.flatMap(({ levels }) => levels).find((one) => one.id === id)?.name ?? '';
  return (
    <RecordForm
      record={record}
      submit={t`Save changes`}
      words={{
        name: { label: t`Name`, show: String },
        type: { label: t`Type`, show: (type: ProductType) => i18n._(PRODUCT_TYPES[type]) },
        description: { label: t`Description`, show: String },
        standardId: { label: t`Standard`, show: standardName },
        conformanceLevel: { label: t`Level`, show: levelName },
        auditFrequency: { label: t`Full audits`, show: labelIn(frequencies) },
        responsiblePersonId: { label: t`Responsible`, show: labelIn(options) },
        features: {
          label: t`Features`,
          show: (features: ProductFeature[]) => features.map((one) => i18n._(PRODUCT_FEATURES[one])).join(', '),
        },
        drawnIn: {
          label: t`Additional requirements`,
          show: (ids: string[]) => ids.map(labelIn(applicable)).join(', '),
        },
        pageRules: {
          label: t`Page rules`,
          show: (rules: Values['pageRules']) => rules.map(({ path, query }) => `${path} ${query}`.trim()).join('; '),
        },
      }}
    >
      <TextField label={t`Name`} maxLength={100} autoComplete="off" {...form.field('name')} />
      <Select
        label={t`Type`}
        {...form.field('type')}
        onChange={(type) => form.field('type').onChange(type as ProductType)}
        options={optionsOf(i18n, PRODUCT_TYPES)}
      />
      <Choices
        label={t`Features`}
        hint={t`Features beyond the product type. More requirements then apply.`}
        options={optionsOf(i18n, PRODUCT_FEATURES)}
        {...form.field('features')}
        onChange={(features) => form.set({ features: features as ProductFeature[] })}
      />
      <TextArea label={t`Description`} maxLength={2000} rows={4} {...form.field('description')} />
      <div className={styles.pairs}>
        <StandardFields standards={standards.data ?? []} none={t`Use the organization’s setting`} form={form} />
      </div>
      <Select
        label={t`Full audits`}
        hint={t`Interval between full audits.`}
        {...form.field('auditFrequency')}
        options={frequencies}
      />
      <ComboBox
        label={t`Responsible`}
        hint={t`The person responsible for the product. If empty: none.`}
        options={options}
        onSearch={setQ}
        {...form.field('responsiblePersonId')}
      />
      <Choices
        label={t`Additional requirements`}
        hint={t`Requirements that apply in addition to those for its type and features.`}
        options={applicable}
        onFocus={() => setApplicableWanted(true)}
        {...form.field('drawnIn')}
      />
      <Rows
        label={t`Page rules`}
        hint={t`Rules that combine URLs into one page. The first match is used: /products/:id combines all products, and ** at the end matches the rest. Listed query parameters keep pages separate.`}
        add={t`Add rule`}
        columns={[
          { name: 'path', label: t`Path`, placeholder: '/products/:id' },
          { name: 'query', label: t`Query parameters` },
        ]}
        max={100}
        {...form.field('pageRules')}
      />
    </RecordForm>
  );
}

/** The requirements that do not apply to the product by its type and features. */
function useApplicable(isWanted: boolean): { value: string; label: string }[] {
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const { data } = useQuery({ ...productRequirementsQuery(orgId, product.slug), enabled: isWanted });
  return (data ?? [])
    .filter(({ why }) => why === 'does_not_apply' || why === 'drawn_in')
    .map(({ id, name }) => ({ value: id, label: name }));
}
