import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** Where nothing is yet: why, and what to do next. */
export const EmptyState = ({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) => (
  <div className={styles.empty}>
    <svg width="56" height="40" viewBox="0 0 56 40" aria-hidden="true" className={styles.mark}>
      <path
        d="M2 10h16L38 34h16"
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
    <h2 className={styles.title}>{title}</h2>
    {children && <div className={styles.words}>{children}</div>}
    {action}
  </div>
);
