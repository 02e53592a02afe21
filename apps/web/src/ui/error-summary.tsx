import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import styles from './error-summary.module.css';

/** Something wrong in a form, of one field or of the whole. */
export interface FormFault {
  /** The id of the field; absent: the whole form. */
  field?: string;
  text: string;
}

/**
 * What is wrong with a form: takes the focus when it appears, and leads to each field. `attempt` counts up with each.
 */
export function ErrorSummary({ faults, attempt }: { faults: readonly FormFault[]; attempt: number }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt > 0) box.current?.focus();
  }, [attempt]);
  if (faults.length === 0) return null;
  const lead = (event: React.MouseEvent, id: string): void => {
    event.preventDefault();
    document.getElementById(id)?.focus();
  };
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.summary}>
      <h2 className={styles.heading}>
        <Trans>There is a problem</Trans>
      </h2>
      <ul>
        {faults.map(({ field, text }) => (
          <li key={`${field}${text}`}>
            {field ? (
              <a href={`#${field}`} onClick={(event) => lead(event, field)}>
                {text}
              </a>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
