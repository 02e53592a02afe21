import type { ReactNode } from 'react';
import styles from './view.module.css';

interface Props {
  /** The h1, and the first part of the page's title. */
  title: string;
  /** What the title names after it: a product, an organization. */
  where?: string | undefined;
  /** Beside the h1. */
  actions?: ReactNode;
  /** Below the h1, one line. */
  lead?: ReactNode;
  /** Of a form or a text: no wider than one reads well. */
  isNarrow?: boolean;
  children?: ReactNode;
}

/** A view: its h1, which takes the focus when one arrives, and the title of the page. */
export const View = ({ title, where, actions, lead, isNarrow = false, children }: Props) => (
  <div className={isNarrow ? styles.narrow : styles.view}>
    <title>{[title, where, 'Curbcut'].filter(Boolean).join(' · ')}</title>
    <div className={styles.top}>
      <div className={styles.words}>
        <h1 tabIndex={-1}>{title}</h1>
        {lead !== undefined && <div className={styles.lead}>{lead}</div>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
    {children}
  </div>
);

/** A part of a view under its own h2. */
export const Section = ({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) => (
  <section className={styles.section}>
    <div className={styles.top}>
      <h2 className={styles.words}>{title}</h2>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
    {children}
  </section>
);
