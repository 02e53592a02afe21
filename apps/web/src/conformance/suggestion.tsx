import type { Evidence, VerdictSuggestion, VerdictValue } from '@curbcut/client';
import { Plural, useLingui } from '@lingui/react/macro';
import { announce } from '../app/announcements';
import { Button } from '../ui/button';
import { VerdictBadge } from './badges';
import { EvidenceLinks, keyOfEvidence } from './evidence';
import styles from './requirement.module.css';

interface Props {
  suggestion: VerdictSuggestion;
  use: (verdict: VerdictValue, evidence: string[]) => void;
}

/** What the data say of a requirement; a person decides. */
export function Suggestion({ suggestion: { verdict, issues, testActivities, findings }, use }: Props) {
  const { t } = useLingui();
  const evidence: Evidence[] = [
    ...issues.map((number) => ({ kind: 'issue' as const, number })),
    ...testActivities.map((number) => ({ kind: 'test_activity' as const, number })),
  ];
  if (verdict === null && evidence.length === 0 && !findings) return null;
  return (
    <div className={styles.suggestion}>
      <h3>{t`Suggestion`}</h3>
      {verdict !== null && <VerdictBadge verdict={verdict} />}
      {evidence.length > 0 && <EvidenceLinks evidence={evidence} />}
      {findings !== null && findings > 0 && (
        <p>
          <Plural
            value={findings}
            one="# untriaged finding contradicts it."
            other="# untriaged findings contradict it."
          />
        </p>
      )}
      {verdict !== null && (
        <Button
          kind="secondary"
          isSmall
          onClick={() => {
            use(verdict, evidence.map(keyOfEvidence));
            announce(t`The suggestion is in the form. Save the form to apply it.`);
          }}
        >{t`Use suggestion`}</Button>
      )}
    </div>
  );
}
