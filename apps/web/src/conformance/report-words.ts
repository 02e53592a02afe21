import type { EuropeanUnionCountry, ReportLanguage, ReportPreparer, Standard } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import type { FieldWords } from '../ui/record-form';
import { nameOfStandard } from './further-fields';
import type { ReportValues } from './report-values';
import { PREPARERS, REPORT_LANGUAGES } from './words';

const together = (record: Record<string, string>): string => Object.values(record).filter(Boolean).join(', ');
const each = (records: readonly Record<string, string>[]): string => records.map(together).join('; ');

/** What the fields of a report are called, and how their values read. */
export function useReportWords(standards: readonly Standard[]): FieldWords<ReportValues> {
  const { t, i18n } = useLingui();
  const levelOf = (id: string): string =>
    standards.flatMap(({ levels }) => levels).find((level) => level.id === id)?.name ?? id;
  return {
    title: { label: t`Title`, show: String },
    language: { label: t`Language`, show: (language: ReportLanguage) => REPORT_LANGUAGES[language] },
    auditId: { label: t`Audit`, show: String },
    standardId: {
      label: t`Standard`,
      show: (id: string) => standards.find((standard) => standard.id === id)?.name ?? id,
    },
    furtherStandards: {
      label: t`Additional standards`,
      show: (keys: string[]) => keys.map((key) => nameOfStandard(standards, key)).join(', '),
    },
    furtherAudits: { label: t`Additional audits`, show: (ids: string[]) => ids.join(', ') },
    conformanceLevel: { label: t`Level`, show: levelOf },
    productVersion: { label: t`Version of the product`, show: String },
    productDescription: { label: t`Description of the product`, show: String },
    scope: { label: t`Scope`, show: String },
    methods: { label: t`Evaluation methods`, show: String },
    notes: { label: t`Notes`, show: String },
    untriagedReason: { label: t`Reason for untriaged findings`, show: String },
    outcomesReason: { label: t`Why verdicts differ from the audit`, show: String },
    author: { label: t`Author`, show: together },
    contact: { label: t`Contact`, show: together },
    sample: { label: t`Sample`, show: each },
    technologies: { label: t`Technologies`, show: each },
    testEnvironments: { label: t`Test environments`, show: each },
    tools: { label: t`Tools`, show: each },
    feedbackUrl: { label: t`Feedback contact`, show: String },
    enforcement: { label: t`Enforcement procedure if there is no response`, show: together },
    legislation: { label: t`National law`, show: together },
    country: { label: t`Country`, show: (country: EuropeanUnionCountry | '') => country },
    serviceOperation: { label: t`Description of the service`, show: String },
    schemaUrl: { label: t`URL of the multi-year plan`, show: String },
    actionPlanUrl: { label: t`URL of the action plan`, show: String },
    preparedBy: { label: t`Prepared by`, show: (by: ReportPreparer | '') => by && i18n._(PREPARERS[by]) },
    validUntil: { label: t`Valid until`, show: String },
  };
}
