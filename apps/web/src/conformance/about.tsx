import {
  conformanceReportsUpdate,
  type EuropeanUnionCountry,
  type ReportLanguage,
  type ReportPreparer,
} from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../app/client';
import { standardsQuery } from '../standards/queries';
import { LastDayField } from '../organizations/day';
import { useCan, useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { Disclosure } from '../ui/disclosure';
import { type ReadRecord, RecordForm, useRecordForm } from '../ui/record-form';
import styles from '../ui/record-form.module.css';
import { Rows } from '../ui/rows';
import { Select } from '../ui/select';
import { TextArea, TextField } from '../ui/text-field';
import { AuditField } from './audit-field';
import { FurtherAudits, FurtherStandards } from './further-fields';
import { PartsField } from './parts-field';
import { type ReadReport, reportQuery } from './queries';
import { ShowAbout } from './show-about';
import { StatementFields } from './statement-fields';
import { bodyOf, type ReportValues, valuesOf } from './report-values';
import { useReportWords } from './report-words';
import { REPORT_LANGUAGES } from './words';

const recordOf = ({ report, etag }: ReadReport, timeZone: string): ReadRecord<ReportValues> => ({
  etag,
  values: valuesOf(report, timeZone),
});

/** What a report says about itself: on what it rests, who made it, how, and what statements need. */
export function About({ read }: { read: ReadReport }) {
  const { product } = useProduct();
  const mayChange = useCan('conformanceReports_update') && !product.archivedAt && read.report.status === 'draft';
  return mayChange ? <EditAbout read={read} /> : <ShowAbout report={read.report} />;
}

function EditAbout({ read }: { read: ReadReport }) {
  const { t } = useLingui();
  const { id: orgId, timeZone } = useOrganization();
  const { product } = useProduct();
  const { report } = read;
  const record = useRecordForm<ReportValues>({
    draft: `report ${report.id}`,
    read: recordOf(read, timeZone),
    ...useSaving(read),
  });
  const standards = useQuery(standardsQuery(orgId));
  const { field, values, set } = record.form;
  const levels = standards.data?.find(({ id }) => id === values.standardId)?.levels ?? [];
  const none = { value: '', label: t`Not specified` };
  return (
    <RecordForm record={record} submit={t`Save changes`} words={useReportWords(standards.data ?? [])}>
      <div className={styles.form}>
        <div className={styles.part}>
          <TextField label={t`Title`} maxLength={200} autoComplete="off" {...field('title')} />
          <TextArea
            label={t`Description of the product`}
            maxLength={10_000}
            rows={3}
            {...field('productDescription')}
          />
          <TextArea
            label={t`Scope`}
            hint={t`Evaluated and excluded parts.`}
            maxLength={10_000}
            rows={3}
            {...field('scope')}
          />
          <TextArea label={t`Evaluation methods`} maxLength={10_000} rows={3} {...field('methods')} />
          <TextArea label={t`Notes`} maxLength={10_000} rows={3} {...field('notes')} />
          <TextArea
            label={t`Reason for untriaged findings`}
            hint={t`Required only if untriaged findings contradict a verdict. Every export includes it.`}
            maxLength={2_000}
            rows={2}
            {...field('untriagedReason')}
          />
          <TextArea
            label={t`Why verdicts differ from the audit`}
            hint={t`Needed only if a verdict differs from the audit. Every export contains this text.`}
            maxLength={2_000}
            rows={2}
            {...field('outcomesReason')}
          />
          <PartsField
            label={t`Author`}
            {...field('author')}
            parts={[
              { name: 'name', label: t`Name`, autoComplete: 'off' },
              { name: 'email', label: t`E-mail`, type: 'email', autoComplete: 'off' },
              { name: 'organization', label: t`Organization`, autoComplete: 'off' },
            ]}
          />
          <PartsField
            label={t`Contact`}
            {...field('contact')}
            parts={[
              { name: 'email', label: t`E-mail`, type: 'email', autoComplete: 'off' },
              { name: 'url', label: t`Address`, type: 'url', autoComplete: 'off' },
              { name: 'phone', label: t`Phone`, type: 'tel', autoComplete: 'off' },
            ]}
          />
        </div>
        <div className={`${styles.part} ${styles.side}`}>
          <AuditField
            productSlug={product.slug}
            {...field('auditId')}
            onAudit={(audit) =>
              set({
                auditId: audit?.id ?? '',
                ...(audit?.standardId && {
                  standardId: audit.standardId,
                  conformanceLevel: audit.conformanceLevel ?? '',
                }),
              })
            }
          />
          <Select
            label={t`Standard`}
            {...field('standardId')}
            onChange={(standardId) => set({ standardId, conformanceLevel: '' })}
            options={[none, ...(standards.data ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
          />
          {levels.length > 0 && (
            <Select
              label={t`Level`}
              {...field('conformanceLevel')}
              options={[none, ...levels.map(({ id, name }) => ({ value: id, label: name }))]}
            />
          )}
          {values.standardId !== '' && (
            <FurtherStandards
              standards={standards.data ?? []}
              first={values.standardId}
              {...field('furtherStandards')}
            />
          )}
          {values.auditId !== '' && (
            <FurtherAudits productSlug={product.slug} first={values.auditId} {...field('furtherAudits')} />
          )}
          <Select
            label={t`Language`}
            {...field('language')}
            onChange={(language) => set({ language: language as ReportLanguage })}
            options={Object.entries(REPORT_LANGUAGES).map(([value, label]) => ({ value, label, lang: value }))}
          />
          <TextField
            label={t`Version of the product`}
            maxLength={200}
            autoComplete="off"
            {...field('productVersion')}
          />
          <LastDayField
            label={t`Valid until`}
            hint={t`If empty: valid as long as its audit.`}
            {...field('validUntil')}
          />
        </div>
      </div>
      <Disclosure title={t`Evaluation details`}>
        <Rows
          label={t`Sample`}
          hint={t`Evaluated pages.`}
          add={t`Add page`}
          columns={[
            { name: 'name', label: t`Name` },
            { name: 'url', label: t`Address` },
          ]}
          max={200}
          {...field('sample')}
        />
        <Rows
          label={t`Technologies`}
          hint={t`Technologies that the product relies on, for example HTML.`}
          add={t`Add technology`}
          columns={[{ name: 'text', label: t`Technology` }]}
          max={200}
          {...field('technologies')}
        />
        <Rows
          label={t`Test environments`}
          hint={t`Example: Firefox 145 with NVDA 2026.1.`}
          add={t`Add environment`}
          columns={[{ name: 'text', label: t`Environment` }]}
          max={200}
          {...field('testEnvironments')}
        />
        <Rows
          label={t`Tools`}
          add={t`Add tool`}
          columns={[{ name: 'text', label: t`Tool` }]}
          max={200}
          {...field('tools')}
        />
      </Disclosure>
      <Disclosure title={t`For accessibility statements`}>
        <StatementFields
          field={field}
          setCountry={(country) => set({ country: country as EuropeanUnionCountry | '' })}
          setPreparer={(preparedBy) => set({ preparedBy: preparedBy as ReportPreparer | '' })}
        />
      </Disclosure>
    </RecordForm>
  );
}

/** How a report is read and saved. */
function useSaving({ report }: ReadReport) {
  const { id: orgId, timeZone } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  const path = { orgId, productSlug: product.slug, reportNumber: report.number };
  const query = reportQuery(orgId, product.slug, String(report.number));
  const readAgain = async (): Promise<ReadRecord<ReportValues>> =>
    recordOf(await queryClient.fetchQuery({ ...query, staleTime: 0 }), timeZone);
  const save = async (
    changed: Partial<ReportValues>,
    etag: string | undefined,
    from: ReportValues,
  ): Promise<ReadRecord<ReportValues>> => {
    await call(
      conformanceReportsUpdate,
      { path, body: bodyOf(changed, from) },
      etag === undefined ? {} : { ifMatch: etag },
    );
    const now = await readAgain();
    void queryClient.invalidateQueries({ queryKey: [...query.queryKey, 'requirements'] });
    void queryClient.invalidateQueries({ queryKey: ['changes', orgId] });
    return now;
  };
  return { save, readAgain };
}
