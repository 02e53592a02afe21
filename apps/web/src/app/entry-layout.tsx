import { Trans } from '@lingui/react/macro';
import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LanguageChoice } from './language-choice';
import { Link } from '../ui/link';
import { SkipLink } from '../ui/skip-link';
import styles from './entry-layout.module.css';

/** Around the views of people who are not signed in: a narrow column. */
export const EntryLayout = () => (
  <EntryFrame>
    <Outlet />
  </EntryFrame>
);

/** The same around anything. */
export function EntryFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <SkipLink />
      <header className={styles.header}>
        <Link to="/" className={styles.brand}>
          Curbcut
        </Link>
        <p className={styles.about}>
          <Trans>Curbcut tracks how accessible the digital products of an organization are.</Trans>
        </p>
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <footer className={styles.footer}>
        <LanguageChoice />
        <Link to="/accessibility">
          <Trans>Accessibility of this console</Trans>
        </Link>
      </footer>
    </div>
  );
}
