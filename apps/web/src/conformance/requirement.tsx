import type { ConformanceReport, JudgedRequirement, ReportComponent, Verdict } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useState, type RefObject } from 'react';
import { useCan } from '../organizations/organization';
import { useProduct } from '../products/product';
import { Badge } from '../ui/badge';
import { Facts } from '../ui/facts';
import { Notice } from '../ui/notice';
import { Select } from '../ui/select';
import { Time } from '../ui/time';
import { optionsOf } from '../words/options';
import { VerdictBadge } from './badges';
import { EvidenceLinks, useAuditOf } from './evidence';
import styles from './requirement.module.css';
import { VerdictForm } from './verdict-form';
import { COMPONENTS, REASONS_OF_VERDICTS, REPORT_PROBLEMS } from './words';

interface Props {
  report: ConformanceReport;
  requirement: JudgedRequirement;
  heading: RefObject<HTMLHeadingElement | null>;
  next: () => void;
}

/** One requirement of a report: what is said of it, what keeps that from being published, and how it is said. */
export function OpenRequirement({ report, requirement, heading, next }: Props) {
  const { t, i18n } = useLingui();
  const { product } = useProduct();
  const mayState = useCan('conformanceVerdicts_state') && !product.archivedAt && report.status === 'draft';
  const [chosen, setChosen] = useState<Readonly<Record<string, ReportComponent>>>({});
  const component = chosen[requirement.id] ?? requirement.verdicts[0]?.component ?? 'web';
  const audit = useAuditOf(report.auditId);
  const stated = requirement.verdicts.find((verdict) => verdict.component === component);
  const problems = requirement.problems.filter((problem) => (problem.component ?? component) === component);
  return (
    <section className={styles.requirement} aria-label={t`Requirement`}>
      <header className={styles.head}>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {requirement.number} {requirement.name}
        </h2>
        <span className={styles.badges}>
          <VerdictBadge verdict={stated?.verdict} />
          {!requirement.inScope && <Badge>{t`Not required for this product`}</Badge>}
        </span>
      </header>
      {report.status === 'draft' && problems.length > 0 && (
        <Notice kind="warning">
          {problems.map(({ code }) => (
            <p key={code}>{i18n._(REPORT_PROBLEMS[code])}</p>
          ))}
        </Notice>
      )}
      {mayState ? (
        <>
          <Select
            label={t`Part of the product`}
            value={component}
            options={optionsOf(i18n, COMPONENTS)}
            onChange={(value) => setChosen({ ...chosen, [requirement.id]: value as ReportComponent })}
          />
          <VerdictForm
            key={`${requirement.id} ${component} ${audit.join()}`}
            report={report}
            requirement={requirement}
            component={component}
            audit={audit}
            next={next}
          />
        </>
      ) : (
        requirement.verdicts.map((verdict) => <ShowVerdict key={verdict.component} verdict={verdict} />)
      )}
      {stated && (
        <p className={styles.who}>
          {stated.statedBy?.name ?? t`A key or a file`} · <Time at={stated.statedAt} />
        </p>
      )}
    </section>
  );
}

/** For who may not change it. */
function ShowVerdict({ verdict }: { verdict: Verdict }) {
  const { t, i18n } = useLingui();
  const { reason, remarks, alternative, plainDescription, burdenAssessment, evidence, component } = verdict;
  return (
    <Facts
      facts={[
        [t`Part of the product`, i18n._(COMPONENTS[component])],
        [t`Verdict`, <VerdictBadge key="verdict" verdict={verdict.verdict} />],
        [t`Remarks`, remarks],
        [t`Reason`, reason !== 'noncompliance' && i18n._(REASONS_OF_VERDICTS[reason])],
        [t`Alternative`, alternative],
        [t`Plain-language summary`, plainDescription],
        [t`Reason for the disproportionate burden`, burdenAssessment],
        [t`Evidence`, evidence.length > 0 && <EvidenceLinks key="evidence" evidence={evidence} />],
      ]}
    />
  );
}
