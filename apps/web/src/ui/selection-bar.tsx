import { Plural, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button';
import styles from './selection-bar.module.css';

/** What can be done with the rows that are chosen; how many they are is said. Not there while there are none. */
export function SelectionBar({
  count,
  onClear,
  children,
}: {
  count: number;
  onClear: () => void;
  children: ReactNode;
}) {
  const { t } = useLingui();
  return (
    <>
      {/* It is there before there is something to say. */}
      <div role="status" className="visually-hidden">
        {count > 0 && <Plural value={count} one="# selected" other="# selected" />}
      </div>
      {count > 0 && (
        <section aria-label={t`Selection`} className={styles.bar}>
          <p className={styles.count} aria-hidden="true">
            <Plural value={count} one="# selected" other="# selected" />
          </p>
          {children}
          <Button kind="quiet" isSmall onClick={onClear}>{t`Clear selection`}</Button>
        </section>
      )}
    </>
  );
}
