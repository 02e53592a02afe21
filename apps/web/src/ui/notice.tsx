import type { ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './notice.module.css';

/** A box that says something about the whole view; where it appears later, put it in a live region. */
export const Notice = ({
  kind = 'note',
  children,
}: {
  kind?: 'note' | 'warning' | 'problem' | 'done';
  children: ReactNode;
}) => <div className={classNames(styles.notice, styles[kind])}>{children}</div>;
