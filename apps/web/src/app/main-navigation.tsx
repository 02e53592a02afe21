import { useLingui } from '@lingui/react/macro';
import { Link } from '../ui/link';
import { at } from './addresses';
import styles from './navigation.module.css';

/** Where one can go in an organization. */
export function MainNavigation({ slug: org }: { slug: string }) {
  const { t } = useLingui();
  const links = [
    { to: at('/o/$org', { org }), name: t`Home` },
    { to: at('/o/$org/products', { org }), name: t`Products` },
    { to: at('/o/$org/findings', { org }), name: t`Findings` },
    // What is to be done: the filter is in sight, and can be taken away.
    { to: at('/o/$org/issues', { org }), name: t`Issues`, search: { state: 'open' } },
  ];
  return (
    <nav aria-label={t`Main`}>
      <ul role="list" className={styles.list}>
        {links.map(({ to, name, search }) => (
          <li key={to}>
            <Link to={to} search={search} className={styles.link}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
