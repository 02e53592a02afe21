import type { ModuleName } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { Link } from '../ui/link';
import { at } from './addresses';
import styles from './navigation.module.css';
import { useMaybeMe } from './session';

/** Where one can go in an organization. */
export function MainNavigation({ slug: org }: { slug: string }) {
  const { t } = useLingui();
  const me = useMaybeMe();
  const modules = me?.organizations.find(({ slug, id }) => slug === org || id === org)?.modules;
  // What is off is not offered; who has its address is told who turns it on.
  const links = [
    { to: at('/o/$org', { org }), name: t`Home` },
    { to: at('/o/$org/products', { org }), name: t`Products` },
    { to: at('/o/$org/findings', { org }), name: t`Findings`, module: 'issues' },
    // What is to be done: the filter is in sight, and can be taken away.
    { to: at('/o/$org/issues', { org }), name: t`Issues`, module: 'issues', search: { state: 'open' } },
    { to: at('/o/$org/audits', { org }), name: t`Audits`, module: 'audits' },
    { to: at('/o/$org/risks', { org }), name: t`Risks`, module: 'risks' },
    { to: at('/o/$org/reports', { org }), name: t`Reports`, module: 'conformance' },
    { to: at('/o/$org/activity', { org }), name: t`Activity`, module: 'testing' },
    { to: at('/o/$org/changes', { org }), name: t`Changes`, module: 'changes' },
    { to: at('/o/$org/insights', { org }), name: t`Insights`, module: 'issues' },
    { to: at('/o/$org/standards', { org }), name: t`Standards`, isSection: true },
    { to: at('/o/$org/settings', { org }), name: t`Settings`, isSection: true },
  ].filter(({ module }) => module === undefined || !modules || modules.includes(module as ModuleName));
  return (
    <nav aria-label={t`Main`}>
      <ul role="list" className={styles.list}>
        {links.map(({ to, name, search, isSection }) => (
          <li key={to}>
            <Link to={to} search={search} isSection={isSection} className={styles.link}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
