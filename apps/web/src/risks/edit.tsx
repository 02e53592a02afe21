import {
  CurbcutError,
  type Rating,
  type RiskStatus,
  risksReplaceFunctionalNeeds,
  risksUpdate,
  type SettableRiskStatus,
} from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../app/client';
import { AreasField, namedOf } from '../issues/fields';
import { functionalNeedsQuery } from '../issues/queries';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { Choices } from '../ui/choices';
import { type ReadRecord, RecordForm, useRecordForm } from '../ui/record-form';
import styles from '../ui/record-form.module.css';
import { TextArea, TextField } from '../ui/text-field';
import { RATINGS, RISK_STATUSES } from '../words/terms';
import { RiskRatingField, RiskStatusField } from './fields';
import { readFunctionalNeeds, type ReadRisk, riskQuery } from './queries';

interface RiskValues extends Record<string, unknown> {
  title: string;
  description: string;
  mitigation: string;
  status: RiskStatus;
  likelihood: Rating | '';
  impact: Rating | '';
  areaIds: string[];
  functionalNeedIds: string[];
}

const idsOf = (records: readonly { id: string }[]): string[] => records.map(({ id }) => id).sort();

const recordOf = ({ risk, etag }: ReadRisk): ReadRecord<RiskValues> => ({
  etag,
  values: {
    title: risk.title,
    description: risk.description ?? '',
    mitigation: risk.mitigation ?? '',
    status: risk.status,
    likelihood: risk.likelihood ?? '',
    impact: risk.impact ?? '',
    areaIds: idsOf(risk.areas),
    functionalNeedIds: idsOf(risk.functionalNeeds),
  },
});

/** Changes a risk and whom it would keep out. */
export function EditRisk({ read }: { read: ReadRisk }) {
  const { t, i18n } = useLingui();
  const { product } = useProduct();
  const { risk } = read;
  const record = useRecordForm<RiskValues>({ draft: `risk ${risk.id}`, read: recordOf(read), ...useSaving(read) });
  const [isWanted, setWanted] = useState(false);
  const needs = useQuery({ ...functionalNeedsQuery, enabled: isWanted });
  const options = namedOf([...risk.functionalNeeds, ...(needs.data ?? [])]);
  const named = (known: typeof options) => (ids: string[]) =>
    ids.map((id) => known.find(({ value }) => value === id)?.label ?? id).join(', ');
  const rated = (value: Rating | '') => value && i18n._(RATINGS[value]);
  const { field } = record.form;
  return (
    <RecordForm
      record={record}
      submit={t`Save changes`}
      words={{
        title: { label: t`Title`, show: String },
        description: { label: t`Description`, show: String },
        mitigation: { label: t`Mitigation`, show: String },
        status: { label: t`Status`, show: (status: RiskStatus) => i18n._(RISK_STATUSES[status]) },
        likelihood: { label: t`Likelihood`, show: rated },
        impact: { label: t`Impact`, show: rated },
        areaIds: { label: t`Areas`, show: named(namedOf(risk.areas)) },
        functionalNeedIds: { label: t`Functional needs`, show: named(options) },
      }}
    >
      <div className={styles.form}>
        <div className={styles.part}>
          <TextField label={t`Title`} maxLength={200} autoComplete="off" {...field('title')} />
          <TextArea label={t`Description`} maxLength={2000} rows={6} {...field('description')} />
          <TextArea
            label={t`Mitigation`}
            hint={t`Measures to prevent the risk.`}
            maxLength={2000}
            rows={6}
            {...field('mitigation')}
          />
          <Choices
            label={t`Functional needs`}
            hint={t`User groups that would be affected.`}
            options={options}
            {...field('functionalNeedIds')}
            onFocus={() => setWanted(true)}
          />
        </div>
        <div className={`${styles.part} ${styles.side}`}>
          {risk.status !== 'materialized' && (
            <RiskStatusField
              {...field('status')}
              value={record.form.values.status as SettableRiskStatus}
              onChange={(status) => record.form.set({ status })}
            />
          )}
          <RiskRatingField {...field('likelihood')} />
          <RiskRatingField {...field('impact')} />
          <AreasField productSlug={product.slug} known={risk.areas} {...field('areaIds')} />
        </div>
      </div>
    </RecordForm>
  );
}

/** How a risk is read and saved: it and whom it would keep out have an `ETag` each. */
function useSaving({ risk }: ReadRisk) {
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  const path = { orgId, productSlug: product.slug, riskNumber: risk.number };
  const query = riskQuery(orgId, product.slug, String(risk.number));
  const readAgain = async (): Promise<ReadRecord<RiskValues>> =>
    recordOf(await queryClient.fetchQuery({ ...query, staleTime: 0 }));
  const save = async (
    { functionalNeedIds, ...changed }: Partial<RiskValues>,
    etag: string | undefined,
    from: RiskValues,
  ): Promise<ReadRecord<RiskValues>> => {
    // Looked at before anything is written.
    const needs = functionalNeedIds && (await readFunctionalNeeds(path));
    if (needs && [...needs.ids].sort().join() !== from.functionalNeedIds.join())
      throw new CurbcutError('Changed meanwhile.', { code: 'changed_meanwhile', status: 412 });
    if (Object.keys(changed).length > 0) await call(risksUpdate, { path, body: bodyOf(changed) }, taggedWith(etag));
    if (functionalNeedIds)
      await call(risksReplaceFunctionalNeeds, { path, body: { functionalNeedIds } }, taggedWith(needs?.etag));
    const now = await readAgain();
    void queryClient.invalidateQueries({ queryKey: ['risks', orgId], refetchType: 'none' });
    void queryClient.invalidateQueries({ queryKey: ['changes', orgId] });
    return now;
  };
  return { save, readAgain };
}

const taggedWith = (etag: string | undefined) => (etag === undefined ? {} : { ifMatch: etag });

/** What was changed, as the interface takes it: nothing is null there. */
function bodyOf({ title, status, areaIds, ...others }: Partial<RiskValues>) {
  const nullable = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, value || null]));
  return {
    ...nullable,
    ...(title !== undefined && { title }),
    ...(status && { status: status as SettableRiskStatus }),
    ...(areaIds && { areaIds }),
  };
}
