import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { at } from '../app/addresses';
import navigation from '../app/navigation.module.css';
import { useOrganization } from '../organizations/organization';
import { Link } from '../ui/link';
import { Notice } from '../ui/notice';
import { View } from '../ui/view';
import styles from './layout.module.css';

interface Props {
  /** Which settings: "General". */
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** Of a table: as wide as there is room. */
  isWide?: boolean;
  children: ReactNode;
}

/** Settings of an organization, among the others. */
export function SettingsView({ title, lead, actions, isWide = false, children }: Props) {
  const { t } = useLingui();
  const { slug: org, name } = useOrganization();
  const links = [
    { to: at('/o/$org/settings/general', { org }), name: t`General` },
    { to: at('/o/$org/settings/modules', { org }), name: t`Modules` },
    { to: at('/o/$org/settings/security', { org }), name: t`Security` },
    { to: at('/o/$org/settings/sign-in', { org }), name: t`Sign-in` },
    { to: at('/o/$org/settings/provisioning', { org }), name: t`Provisioning` },
    { to: at('/o/$org/settings/members', { org }), name: t`Members` },
    { to: at('/o/$org/settings/teams', { org }), name: t`Teams` },
    { to: at('/o/$org/settings/api-keys', { org }), name: t`API keys` },
    { to: at('/o/$org/settings/webhooks', { org }), name: t`Webhooks` },
    { to: at('/o/$org/settings/github', { org }), name: t`GitHub` },
    { to: at('/o/$org/settings/conformance', { org }), name: t`Conformance` },
    { to: at('/o/$org/settings/agents', { org }), name: t`Agents` },
    { to: at('/o/$org/settings/deadlines', { org }), name: t`Deadlines` },
  ];
  return (
    <div className={styles.settings}>
      <nav aria-label={t`Settings`}>
        <ul role="list" className={navigation.bar}>
          {links.map((link) => (
            <li key={link.to}>
              <Link to={link.to} className={navigation.link}>
                {link.name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <View title={t`Settings: ${title}`} where={name} lead={lead} actions={actions} isNarrow={!isWide}>
        {children}
      </View>
    </div>
  );
}

/** For who may not see or change something: what that is, and who may. */
export const ForAdmins = ({ children }: { children: ReactNode }) => (
  <Notice>
    <p>{children}</p>
    <p>
      <Trans>Only admins and owners of the organization can do this.</Trans>
    </p>
  </Notice>
);

/** The same of what owners alone may. */
export const ForOwners = ({ children }: { children: ReactNode }) => (
  <Notice>
    <p>{children}</p>
    <p>
      <Trans>Only owners of the organization can do this.</Trans>
    </p>
  </Notice>
);
