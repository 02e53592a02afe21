import { useLingui } from '@lingui/react/macro';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Button } from '../ui/button';
import { Link } from '../ui/link';
import { Menu } from '../ui/menu';
import { SkipLink } from '../ui/skip-link';
import { at } from './addresses';
import { announce } from './announcements';
import { LanguageChoice } from './language-choice';
import { MainNavigation } from './main-navigation';
import { loadPart } from './parts';
import { signOut, useMaybeMe } from './session';
import styles from './frame.module.css';

/** What all views of signed-in people have: who and where one is, and where one can go. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const [isOpenAt, setOpenAt] = useState<string>();
  const { pathname } = useLocation();
  const slug = /^\/o\/([^/]+)/.exec(pathname)?.[1];
  // Another view closes it.
  const isOpen = isOpenAt === pathname;
  return (
    <div className={styles.frame}>
      <SkipLink />
      <header className={styles.header}>
        {slug !== undefined && (
          <Button
            kind="quiet"
            aria-expanded={isOpen}
            aria-controls="main-navigation"
            className={styles.toggle}
            onClick={() => setOpenAt(isOpen ? undefined : pathname)}
          >
            <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
              <path d="M3 5h14M3 10h14M3 15h14" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
            </svg>
            <span>{t`Menu`}</span>
          </Button>
        )}
        <Link to="/" className={styles.brand}>
          Curbcut
        </Link>
        <div className={styles.menus}>
          <OrganizationSearch slug={slug} />
          <OrganizationMenu slug={slug} />
          <Inbox />
          <AccountMenu />
        </div>
      </header>
      <div className={styles.body}>
        {slug !== undefined && (
          <div id="main-navigation" className={styles.side} data-open={isOpen || undefined}>
            <MainNavigation slug={slug} />
          </div>
        )}
        <div className={styles.column}>
          <main id="content" tabIndex={-1} className={styles.main}>
            {children}
          </main>
          <footer className={styles.footer}>
            <LanguageChoice />
            <Link to="/accessibility">{t`Accessibility of this console`}</Link>
          </footer>
        </div>
      </div>
    </div>
  );
}

// Who only signs in or looks at the account loads none of it.
const SearchEverything = lazy(() =>
  loadPart(() => import('../search/search-everything')).then(({ SearchEverything: Search }) => ({ default: Search })),
);

function OrganizationSearch({ slug }: { slug: string | undefined }) {
  const found = useMaybeMe()?.organizations.find((one) => one.slug === slug || one.id === slug);
  if (!found || found.can['search_search'] !== true) return null;
  return (
    <Suspense fallback={null}>
      <SearchEverything orgId={found.id} org={found.slug} />
    </Suspense>
  );
}

const InboxLink = lazy(() =>
  loadPart(() => import('../notices/inbox-link')).then(({ InboxLink: Inbox }) => ({ default: Inbox })),
);

function Inbox() {
  if (!useMaybeMe()) return null;
  return (
    <Suspense fallback={null}>
      <InboxLink />
    </Suspense>
  );
}

function OrganizationMenu({ slug }: { slug: string | undefined }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const me = useMaybeMe();
  if (!me || me.organizations.length === 0) return null;
  const current = me.organizations.find((one) => one.slug === slug || one.id === slug);
  return (
    <Menu
      name={current ? t`Organization: ${current.name}` : t`Organizations`}
      entries={[
        ...me.organizations.map((one) => ({
          label: one.name,
          isCurrent: one === current,
          onAction: () => void navigate({ to: at('/o/$org', { org: one.slug }) }),
        })),
        { label: t`All organizations`, onAction: () => void navigate({ to: '/', search: { all: 'yes' } as never }) },
      ]}
    >
      <span>{current?.name ?? t`Organizations`}</span>
    </Menu>
  );
}

function AccountMenu() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const me = useMaybeMe();
  if (!me) return null;
  const { name } = me.user;
  const go = (to: string) => () => void navigate({ to });
  return (
    <Menu
      name={t`Account: ${name}`}
      entries={[
        { label: t`Profile`, onAction: go('/account/profile') },
        { label: t`Security`, onAction: go('/account/security') },
        { label: t`Sessions`, onAction: go('/account/sessions') },
        { label: t`Events`, onAction: go('/account/events') },
        { label: t`Notifications`, onAction: go('/account/notifications') },
        { label: t`Your data`, onAction: go('/account/data') },
        {
          label: t`Sign out`,
          onAction: () => void signOut(() => navigate({ to: '/sign-in' })).then(() => announce(t`You are signed out.`)),
        },
      ]}
    >
      <span>{name}</span>
    </Menu>
  );
}
