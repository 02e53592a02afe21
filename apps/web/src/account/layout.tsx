import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import navigation from '../app/navigation.module.css';
import { Link } from '../ui/link';
import { View } from '../ui/view';
import styles from './layout.module.css';

/** A view of the account, among the others. */
export function AccountView({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const { t } = useLingui();
  const links = [
    { to: '/account/profile', name: t`Profile` },
    { to: '/account/security', name: t`Security` },
    { to: '/account/sessions', name: t`Sessions` },
    { to: '/account/events', name: t`Events` },
    { to: '/account/notifications', name: t`Notifications` },
    { to: '/account/data', name: t`Your data` },
  ];
  return (
    <div className={styles.account}>
      <nav aria-label={t`Account`}>
        <ul role="list" className={navigation.bar}>
          {links.map(({ to, name }) => (
            <li key={to}>
              <Link to={to} className={navigation.link}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <View title={title} where={t`Account`} lead={lead} isNarrow>
        {children}
      </View>
    </div>
  );
}
