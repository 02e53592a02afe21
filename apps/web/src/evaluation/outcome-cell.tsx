import type { AuditOutcome, OutcomeCell as ReadCell } from '@curbcut/client';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import { OUTCOMES } from '../words/terms';
import styles from './outcome-grid.module.css';

interface Props {
  outcome: AuditOutcome;
  /** Else it is that of all pages. */
  isOwn: boolean;
  read: ReadCell | undefined;
  isUnsent: boolean;
  isCurrent: boolean;
  isChosen: boolean;
}

/** A cell of the grid: its outcome in a word, and what else there is in it. */
export const OutcomeCell = memo(function OutcomeCell({ outcome, isOwn, read, isUnsent, isCurrent, isChosen }: Props) {
  const { t, i18n } = useLingui();
  const word = i18n._(OUTCOMES[outcome]);
  const { former, proposal, hasNote, issueCount } = read ?? { hasNote: false, issueCount: 0 };
  const marks = [
    !isOwn && outcome !== 'untested' && t`as on all pages`,
    outcome === 'untested' && former && t`previously: ${i18n._(OUTCOMES[former])}`,
    outcome === 'untested' && proposal && t`suggested: ${i18n._(OUTCOMES[proposal])}`,
    hasNote && t`note`,
    issueCount > 0 && plural(issueCount, { one: '# issue', other: '# issues' }),
    isUnsent && t`not saved yet`,
  ].filter((mark) => typeof mark === 'string');
  return (
    <td
      tabIndex={isCurrent ? 0 : -1}
      aria-selected={isChosen || isCurrent}
      className={styles.cell}
      data-outcome={outcome}
      data-own={isOwn || undefined}
      data-chosen={isChosen || undefined}
    >
      <span className={styles.word}>{word}</span>
      {marks.length > 0 && <span className={styles.marks}>{marks.join(', ')}</span>}
    </td>
  );
});
