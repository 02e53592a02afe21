import type { ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './panel.module.css';

/** A framed part of a view. */
export const Panel = ({ children, isSunken }: { children: ReactNode; isSunken?: boolean }) => (
  <div className={classNames(styles.panel, isSunken && styles.sunken)}>{children}</div>
);
