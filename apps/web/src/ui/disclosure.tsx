import { useState, type ReactNode } from 'react';
import styles from './disclosure.module.css';

/** A part of a view that is read when somebody opens it; its name is an h2, beside a record an h3. */
export function Disclosure({
  title,
  isSmall = false,
  children,
}: {
  title: string;
  isSmall?: boolean;
  children: ReactNode;
}) {
  const [isWanted, setWanted] = useState(false);
  return (
    <details className={styles.details} onToggle={({ currentTarget }) => currentTarget.open && setWanted(true)}>
      <summary className={styles.summary}>
        {isSmall ? <h3 className={styles.small}>{title}</h3> : <h2 className={styles.title}>{title}</h2>}
      </summary>
      {isWanted && <div className={styles.content}>{children}</div>}
    </details>
  );
}
