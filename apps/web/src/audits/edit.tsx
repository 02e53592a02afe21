import { type AuditMethod, auditsUpdate, type AuditType } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../app/client';
import { LastDayField } from '../organizations/day';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { standardsQuery } from '../standards/queries';
import { Choices } from '../ui/choices';
import { ComboBox } from '../ui/combo-box';
import { type ReadRecord, RecordForm, useRecordForm } from '../ui/record-form';
import styles from '../ui/record-form.module.css';
import { Rows } from '../ui/rows';
import { Select } from '../ui/select';
import { TextArea, TextField } from '../ui/text-field';
import { optionsOf } from '../words/options';
import { AUDIT_METHODS, AUDIT_TYPES } from '../words/terms';
import { auditQuery, peopleQuery, type ReadAudit } from './queries';
import { type AuditValues, bodyOf, valuesOf } from './values';

const recordOf = ({ audit, etag }: ReadAudit, timeZone: string): ReadRecord<AuditValues> => ({
  etag,
  values: valuesOf(audit, timeZone),
});

/** Changes an audit: what it is, what it examines, and who makes it. */
export function EditAudit({ read }: { read: ReadAudit }) {
  const { t, i18n } = useLingui();
  const { id: orgId, timeZone } = useOrganization();
  const { audit } = read;
  const record = useRecordForm<AuditValues>({
    draft: `audit ${audit.id}`,
    read: recordOf(read, timeZone),
    ...useSaving(read),
  });
  const { field, values, set } = record.form;
  const standards = useQuery(standardsQuery(orgId));
  const [isWanted, setWanted] = useState(false);
  const isNamed = audit.leadId !== null || audit.evaluators.some(({ userId }) => userId !== null);
  const people = useQuery({ ...peopleQuery(orgId), enabled: isWanted || isNamed });
  const members = (people.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const levels = standards.data?.find(({ id }) => id === values.standardId)?.levels ?? [];
  const personOf = (id: string): string => members.find(({ value }) => value === id)?.label ?? id;
  const none = { value: '', label: t`Not specified` };
  const levelName = (id: string): string =>
    standards.data?.flatMap((standard) => standard.levels).find((level) => level.id === id)?.name ?? id;
  return (
    <RecordForm
      record={record}
      submit={t`Save changes`}
      words={{
        title: { label: t`Title`, show: String },
        description: { label: t`Description`, show: String },
        type: { label: t`Type`, show: (type: AuditType) => i18n._(AUDIT_TYPES[type]) },
        startedAt: { label: t`Started`, show: String },
        completedAt: { label: t`Completed`, show: String },
        dueAt: { label: t`Due`, show: String },
        standardId: {
          label: t`Standard`,
          show: (id: string) => standards.data?.find((standard) => standard.id === id)?.name ?? id,
        },
        conformanceLevel: { label: t`Level`, show: levelName },
        scopeText: { label: t`Scope`, show: String },
        method: { label: t`Method`, show: (method: AuditMethod | '') => method && i18n._(AUDIT_METHODS[method]) },
        leadId: { label: t`Lead auditor`, show: personOf },
        memberIds: { label: t`Evaluators`, show: (ids: string[]) => ids.map(personOf).join(', ') },
        others: {
          label: t`External evaluators`,
          show: (others: AuditValues['others']) => others.map(({ name }) => name).join(', '),
        },
        baseline: {
          label: t`Browsers and assistive technologies`,
          show: (rows: AuditValues['baseline']) =>
            rows.map(({ browser, assistiveTechnology }) => `${browser} ${assistiveTechnology}`.trim()).join(', '),
        },
        executiveSummary: { label: t`Executive summary`, show: String },
      }}
    >
      <div className={styles.form}>
        <div className={styles.part}>
          <TextField label={t`Title`} maxLength={200} autoComplete="off" {...field('title')} />
          <TextArea label={t`Description`} maxLength={2000} rows={3} {...field('description')} />
          <TextArea
            label={t`Scope`}
            hint={t`Included and excluded parts of the product.`}
            maxLength={10_000}
            rows={4}
            {...field('scopeText')}
          />
          <TextArea
            label={t`Executive summary`}
            hint={t`The most important information for readers.`}
            maxLength={20_000}
            rows={4}
            {...field('executiveSummary')}
          />
          <Rows
            label={t`Browsers and assistive technologies`}
            add={t`Add browser`}
            columns={[
              { name: 'browser', label: t`Browser` },
              { name: 'assistiveTechnology', label: t`Assistive technology` },
            ]}
            max={20}
            {...field('baseline')}
          />
          <Choices
            label={t`Evaluators`}
            hint={t`Members responsible for the evaluation.`}
            options={members}
            onFocus={() => setWanted(true)}
            {...field('memberIds')}
          />
          <Rows
            label={t`External evaluators`}
            add={t`Add evaluator`}
            columns={[{ name: 'name', label: t`Name` }]}
            max={20}
            {...field('others')}
          />
        </div>
        <div className={`${styles.part} ${styles.side}`}>
          <Select
            label={t`Type`}
            options={optionsOf(i18n, AUDIT_TYPES)}
            {...field('type')}
            onChange={(type) => set({ type: type as AuditType })}
          />
          <Select
            label={t`Standard`}
            {...field('standardId')}
            {...(audit.outcomeCount > 0 && { hint: t`It cannot change while the audit has outcomes.` })}
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
          <Select
            label={t`Method`}
            {...field('method')}
            onChange={(method) => set({ method: method as AuditMethod })}
            options={[none, ...optionsOf(i18n, AUDIT_METHODS)]}
          />
          <ComboBox label={t`Lead auditor`} options={members} onFocus={() => setWanted(true)} {...field('leadId')} />
          <TextField label={t`Started`} type="date" {...field('startedAt')} />
          <LastDayField label={t`Due`} {...field('dueAt')} />
          {audit.status === 'completed' && <TextField label={t`Completed`} type="date" {...field('completedAt')} />}
        </div>
      </div>
    </RecordForm>
  );
}

/** How an audit is read and saved. */
function useSaving({ audit }: ReadAudit) {
  const { id: orgId, timeZone } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  const path = { orgId, productSlug: product.slug, auditNumber: audit.number };
  const query = auditQuery(orgId, product.slug, String(audit.number));
  const readAgain = async (): Promise<ReadRecord<AuditValues>> =>
    recordOf(await queryClient.fetchQuery({ ...query, staleTime: 0 }), timeZone);
  const save = async (
    changed: Partial<AuditValues>,
    etag: string | undefined,
    from: AuditValues,
  ): Promise<ReadRecord<AuditValues>> => {
    await call(
      auditsUpdate,
      { path, body: bodyOf(changed, from, timeZone) },
      etag === undefined ? {} : { ifMatch: etag },
    );
    const now = await readAgain();
    void queryClient.invalidateQueries({ queryKey: ['audits', orgId], refetchType: 'none' });
    void queryClient.invalidateQueries({ queryKey: ['products', orgId] });
    void queryClient.invalidateQueries({ queryKey: ['changes', orgId] });
    return now;
  };
  return { save, readAgain };
}
