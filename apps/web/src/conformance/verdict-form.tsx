import {
  type ConformanceReport,
  conformanceVerdictsState,
  conformanceVerdictsStateMany,
  type JudgedRequirement,
  type ReportComponent,
  type Verdict,
  type VerdictReason,
  type VerdictValue,
} from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { Button } from '../ui/button';
import { RadioGroup } from '../ui/checkbox';
import { Choices } from '../ui/choices';
import { ConfirmButton } from '../ui/confirm-button';
import { type ReadRecord, RecordForm, useRecordForm } from '../ui/record-form';
import { Select } from '../ui/select';
import { TextArea } from '../ui/text-field';
import { optionsOf } from '../words/options';
import { evidenceOf, keyOfEvidence, useEvidenceChoices } from './evidence';
import { reportRequirementsQuery } from './queries';
import { Suggestion } from './suggestion';
import { REASONS_OF_VERDICTS, VERDICTS } from './words';

interface VerdictValues extends Record<string, unknown> {
  verdict: VerdictValue | '';
  remarks: string;
  evidence: string[];
  reason: VerdictReason;
  alternative: string;
  plainDescription: string;
  burdenAssessment: string;
}

interface Props {
  report: ConformanceReport;
  requirement: JudgedRequirement;
  component: ReportComponent;
  /** What it rests on unless somebody says otherwise: the audit of the report. */
  audit: string[];
  next: () => void;
}

/** A verdict as its form has it; one that is not there yet has the revision 0. */
const recordOf = (stated: Verdict | undefined, audit: string[]): ReadRecord<VerdictValues> => ({
  etag: `"${stated?.revision ?? 0}"`,
  values: {
    verdict: stated?.verdict ?? '',
    remarks: stated?.remarks ?? '',
    evidence: stated?.evidence.map(keyOfEvidence) ?? audit,
    reason: stated?.reason ?? 'noncompliance',
    alternative: stated?.alternative ?? '',
    plainDescription: stated?.plainDescription ?? '',
    burdenAssessment: stated?.burdenAssessment ?? '',
  },
});

const ADMITTING: readonly string[] = ['partially_supports', 'does_not_support'];

/** Says how far a requirement is supported, why, and what that rests on. */
export function VerdictForm({ report, requirement, component, audit, next }: Props) {
  const { t, i18n } = useLingui();
  const stated = requirement.verdicts.find((verdict) => verdict.component === component);
  const record = useRecordForm<VerdictValues>({
    draft: `verdict ${report.id} ${requirement.id} ${component}`,
    read: recordOf(stated, audit),
    ...useSaving(report, requirement, component, audit),
    check: ({ verdict }) => (verdict === '' ? { verdict: t`Choose a verdict.` } : {}),
    // A person who says it again answers for it as it is today.
    isSentUnchanged: true,
  });
  const [isWanted, setWanted] = useState(false);
  const { field, values, set } = record.form;
  const options = useEvidenceChoices(isWanted, values.evidence);
  const named = (keys: string[]) =>
    keys.map((key) => options.find(({ value }) => value === key)?.label ?? key).join(', ');
  const isAdmitting = ADMITTING.includes(values.verdict);
  return (
    <RecordForm
      record={record}
      submit={t`Save verdict`}
      actions={
        <>
          <Button kind="secondary" onClick={next}>{t`Next requirement`}</Button>
          {stated && <TakeBack report={report} requirement={requirement} component={component} />}
        </>
      }
      words={{
        verdict: { label: t`Verdict`, show: (verdict: VerdictValue | '') => verdict && i18n._(VERDICTS[verdict]) },
        remarks: { label: t`Remarks`, show: String },
        evidence: { label: t`Evidence`, show: named },
        reason: { label: t`Reason`, show: (reason: VerdictReason) => i18n._(REASONS_OF_VERDICTS[reason]) },
        alternative: { label: t`Alternative`, show: String },
        plainDescription: { label: t`Plain-language summary`, show: String },
        burdenAssessment: { label: t`Reason for the disproportionate burden`, show: String },
      }}
    >
      {requirement.suggestion && requirement.suggestion.component === component && (
        <Suggestion
          suggestion={requirement.suggestion}
          use={(verdict, evidence) => set({ verdict, evidence: [...new Set([...values.evidence, ...evidence])] })}
        />
      )}
      <RadioGroup
        label={t`Verdict`}
        {...field('verdict')}
        name={`verdict-${requirement.id}`}
        onChange={(verdict) => set({ verdict: verdict as VerdictValue })}
        options={optionsOf(i18n, VERDICTS)}
      />
      <TextArea
        label={t`Remarks`}
        hint={t`For readers: describe each failure and the affected users, or explain why the requirement does not apply.`}
        maxLength={10_000}
        rows={4}
        {...field('remarks')}
      />
      <Choices
        label={t`Evidence`}
        hint={t`Audits, test activities and issues that support the verdict.`}
        options={options}
        {...field('evidence')}
        onFocus={() => setWanted(true)}
      />
      {isAdmitting && (
        <>
          <TextArea
            label={t`Plain-language summary`}
            hint={t`For statements: describe the failures in plain language.`}
            maxLength={10_000}
            rows={3}
            {...field('plainDescription')}
          />
          <TextArea
            label={t`Alternative`}
            hint={t`Alternatives for users.`}
            maxLength={10_000}
            rows={2}
            {...field('alternative')}
          />
          <Select
            label={t`Reason`}
            {...field('reason')}
            onChange={(reason) => set({ reason: reason as VerdictReason })}
            options={optionsOf(i18n, REASONS_OF_VERDICTS)}
          />
          {values.reason === 'disproportionate_burden' && (
            <TextArea
              label={t`Reason for the disproportionate burden`}
              maxLength={10_000}
              rows={3}
              {...field('burdenAssessment')}
            />
          )}
        </>
      )}
    </RecordForm>
  );
}

/** How a verdict is read and saved: each has a revision of its own. */
function useSaving(
  report: ConformanceReport,
  requirement: JudgedRequirement,
  component: ReportComponent,
  audit: string[],
) {
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  const readAgain = async (): Promise<ReadRecord<VerdictValues>> => {
    const query = reportRequirementsQuery(orgId, product.slug, String(report.number));
    const { requirements } = await queryClient.fetchQuery({ ...query, staleTime: 0 });
    const now = requirements.find(({ id }) => id === requirement.id);
    return recordOf(
      now?.verdicts.find((verdict) => verdict.component === component),
      audit,
    );
  };
  const save = async (changed: Partial<VerdictValues>, etag: string | undefined, from: VerdictValues) => {
    const { verdict, evidence, reason, ...texts } = { ...from, ...changed };
    const said = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, (text as string) || null]));
    await call(
      conformanceVerdictsState,
      {
        path: {
          orgId,
          productSlug: product.slug,
          reportNumber: report.number,
          judgedRequirementId: requirement.id,
        },
        body: { component, verdict: verdict as VerdictValue, reason, evidence: evidence.map(evidenceOf), ...said },
      },
      etag === undefined ? {} : { ifMatch: etag },
    );
    return readAgain();
  };
  return { save, readAgain };
}

/** Takes back what was said, so that nothing is said of the requirement. */
function TakeBack({ report, requirement, component }: Omit<Props, 'next' | 'audit'>) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  const take = async (): Promise<void> => {
    await call(conformanceVerdictsStateMany, {
      path: { orgId, productSlug: product.slug, reportNumber: report.number },
      body: { verdicts: [{ requirementId: requirement.id, component, verdict: null }] },
    });
    const { queryKey } = reportRequirementsQuery(orgId, product.slug, String(report.number));
    await queryClient.invalidateQueries({ queryKey });
    announce(t`Saved.`);
  };
  return (
    <ConfirmButton name={t`Remove verdict`} kind="quiet" run={take}>
      <p>
        <Trans>The verdict is removed, with its remarks and its evidence.</Trans>
      </p>
    </ConfirmButton>
  );
}
