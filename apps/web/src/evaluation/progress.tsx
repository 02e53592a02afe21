import { Trans, useLingui } from '@lingui/react/macro';
import { useDeferredValue, useId } from 'react';
import { useStore } from '../app/store';
import { OUTCOMES } from '../words/terms';
import { countsOf, type Grid } from './cells';
import type { Workbench } from './workbench';
import styles from './progress.module.css';

/** How far it is, always in sight. */
export function Progress({ workbench, grid }: { workbench: Workbench; grid: Grid }) {
  const { t, i18n } = useLingui();
  const id = useId();
  const rows = useDeferredValue(useStore(workbench.store, (state) => state.rows));
  const counts = countsOf(grid, rows);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const decided = all - counts.untested;
  return (
    <>
      <p className={styles.count}>
        <span id={id}>
          <Trans>
            {decided} of {all} evaluated
          </Trans>
        </span>
        <progress value={decided} max={all} aria-labelledby={id} className={styles.meter} />
      </p>
      <ul role="list" aria-label={t`Outcomes by kind`} className={styles.kinds}>
        {(Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[])
          .filter((outcome) => counts[outcome] > 0)
          .map((outcome) => (
            <li key={outcome}>
              {i18n._(OUTCOMES[outcome])}: {counts[outcome]}
            </li>
          ))}
      </ul>
    </>
  );
}
