import { conformanceReportsCreate, type Product, type ReportLanguage } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { useMe } from '../app/session';
import { useOrganization } from '../organizations/organization';
import { productsQuery } from '../products/queries';
import { standardsQuery } from '../standards/queries';
import { ComboBox } from '../ui/combo-box';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { Form, useForm } from '../ui/form';
import { Select } from '../ui/select';
import { TextField } from '../ui/text-field';
import { AuditField, completedAudits } from './audit-field';
import { FurtherAudits, FurtherStandards } from './further-fields';
import { standardOf } from './report-values';
import { REPORT_LANGUAGES } from './words';

/** Begins a draft of a report. */
export function NewReport({ product }: { product: Product | undefined }) {
  const { t } = useLingui();
  return (
    <DialogButton name={t`New report`} kind="primary">
      {(close) => <ReportForm product={product} close={close} />}
    </DialogButton>
  );
}

function ReportForm({ product, close }: { product: Product | undefined; close: () => void }) {
  const { t } = useLingui();
  const { id: orgId, slug: org, name: organization } = useOrganization();
  const { user } = useMe();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const products = useQuery({ ...productsQuery(orgId), enabled: !product });
  const standards = useQuery(standardsQuery(orgId));
  const [chosen, setChosen] = useState(product?.slug ?? '');
  const audits = useQuery({ ...completedAudits(orgId, chosen), enabled: chosen !== '' });
  // One report of one dialog, however often it is sent.
  const key = useRef(crypto.randomUUID());
  const form = useForm({
    draft: `new report ${product?.id ?? orgId}`,
    initial: {
      product: product?.slug ?? '',
      title: t`Accessibility Conformance Report`,
      language: 'en' as ReportLanguage,
      auditId: '',
      furtherAudits: [] as string[],
      furtherStandards: [] as string[],
    },
    check: (values) => ({
      ...(values.product === '' && { product: t`Choose a product.` }),
      ...(values.title.trim() === '' && { title: t`Fill this in.` }),
    }),
    send: async ({ product: productSlug, title, language, auditId, furtherAudits, furtherStandards }) => {
      const first = audits.data?.audits.find(({ id }) => id === auditId);
      const { conformanceReport } = await call(conformanceReportsCreate, {
        path: { orgId, productSlug },
        headers: { 'Idempotency-Key': key.current },
        body: {
          title,
          language,
          ...(auditId && (furtherAudits.length > 0 ? { auditIds: [auditId, ...furtherAudits] } : { auditId })),
          ...(first?.standardId &&
            furtherStandards.length > 0 && {
              standards: [
                { standardId: first.standardId, conformanceLevel: first.conformanceLevel },
                ...furtherStandards.map(standardOf),
              ],
            }),
          author: { name: user.name, email: user.email, organization },
          contact: { email: user.email },
        },
      });
      await queryClient.invalidateQueries({ queryKey: ['reports', orgId], refetchType: 'none' });
      close();
      const number = String(conformanceReport.number);
      await navigate({ to: at('/o/$org/p/$product/reports/$number', { org, product: productSlug, number }) });
      announce(t`Report #${number} created.`);
    },
  });
  if (form.values.product !== chosen) setChosen(form.values.product);
  const audit = audits.data?.audits.find(({ id }) => id === form.values.auditId);
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
        label={t`Language`}
        {...form.field('language')}
        onChange={(language) => form.set({ language: language as ReportLanguage })}
        options={Object.entries(REPORT_LANGUAGES).map(([value, label]) => ({ value, label, lang: value }))}
      />
      {form.values.product !== '' && <AuditField productSlug={form.values.product} {...form.field('auditId')} />}
      {audit && (
        <>
          <FurtherStandards
            standards={standards.data ?? []}
            first={audit.standardId ?? ''}
            {...form.field('furtherStandards')}
          />
          <FurtherAudits productSlug={form.values.product} first={audit.id} {...form.field('furtherAudits')} />
        </>
      )}
    </Form>
  );
}
