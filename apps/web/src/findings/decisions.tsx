import { useLingui } from '@lingui/react/macro';
import { useStore } from '../app/store';
import { Button } from '../ui/button';
import { Section } from '../ui/view';
import type { Triage } from './triage';
import styles from './decisions.module.css';

const SHOWN = 20;

/** What was decided here since the list was opened, each with the way back. */
export function Decisions({ triage }: { triage: Triage }) {
  const { t } = useLingui();
  const decisions = useStore(triage.store, (state) => state.decisions);
  if (decisions.length === 0) return null;
  return (
    <Section title={t`Your decisions`}>
      <ol className={styles.list} role="list">
        {decisions.slice(0, SHOWN).map((decision) => (
          <li key={decision.id} className={styles.decision}>
            <span className={styles.text}>{decision.text}</span>
            {decision.undo && (
              <Button
                kind="secondary"
                isSmall
                aria-label={t`Undo: ${decision.text}`}
                onClick={() => void triage.undo(decision)}
              >{t`Undo`}</Button>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
