import type { ReportProblem } from '@curbcut/client';
import { Plural, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation } from '@tanstack/react-router';
import { Button } from '../ui/button';
import { Link } from '../ui/link';
import { Notice } from '../ui/notice';
import { COMPONENTS, REPORT_PROBLEMS } from './words';
import styles from './problems.module.css';

const SHOWN = 6;

/** What keeps a draft from being published, each leading to where it is mended. */
export function Problems({ problems }: { problems: readonly ReportProblem[] }) {
  const { t } = useLingui();
  const [isWhole, setWhole] = useState(false);
  if (problems.length === 0)
    return (
      <section aria-label={t`Problems`}>
        <Notice kind="done">{t`The report is ready for publication.`}</Notice>
      </section>
    );
  const shown = isWhole ? problems : problems.slice(0, SHOWN);
  return (
    <section aria-label={t`Problems`} className={styles.problems}>
      <h2 className={styles.title}>
        <Plural value={problems.length} one="# problem blocks publication" other="# problems block publication" />
      </h2>
      <ul className={styles.list}>
        {shown.map((problem) => (
          <li key={`${problem.code} ${problem.requirementId} ${problem.component}`}>
            <OneProblem problem={problem} />
          </li>
        ))}
      </ul>
      {problems.length > SHOWN && (
        <div>
          <Button kind="quiet" isSmall aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? t`Show fewer problems` : t`Show all problems`}
          </Button>
        </div>
      )}
    </section>
  );
}

function OneProblem({ problem: { code, requirementId, requirement, component } }: { problem: ReportProblem }) {
  const { i18n } = useLingui();
  const { pathname } = useLocation();
  const text = [
    requirement,
    component !== null && component !== 'web' && i18n._(COMPONENTS[component]),
    i18n._(REPORT_PROBLEMS[code]),
  ]
    .filter(Boolean)
    .join(' · ');
  const search = requirementId === null ? { part: 'about' } : { requirement: requirementId };
  return (
    <Link to={pathname} search={search}>
      {text}
    </Link>
  );
}
