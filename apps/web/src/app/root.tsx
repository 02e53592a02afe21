import { Outlet } from '@tanstack/react-router';
import { useLingui } from '@lingui/react';
import { I18nProvider as LibraryWords } from 'react-aria-components/I18nProvider';
import { Announcer } from '../ui/announcer';
import { Network } from './network';

/** Around every view: what is announced, and whether there is a network. */
export function Root() {
  // Another language draws everything anew.
  const { i18n } = useLingui();
  return (
    <LibraryWords key={i18n.locale} locale={i18n.locale}>
      <Outlet />
      <Network />
      <Announcer />
    </LibraryWords>
  );
}
