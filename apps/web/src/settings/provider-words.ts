import type { ProvidedRole, ProviderKind } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import type { FieldWords } from '../ui/record-form';
import { ROLES } from '../words/terms';
import type { ProviderValues } from './provider-values';

/** How the settings of a provider are named and shown where two people have changed them. */
export function useProviderWords(): FieldWords<ProviderValues> {
  const { t, i18n } = useLingui();
  const yes = (is: boolean): string => (is ? t`Yes` : t`No`);
  const roleOf = (role: ProvidedRole | ''): string => (role === '' ? '' : i18n._(ROLES[role]));
  return {
    kind: { label: t`Kind`, show: (kind: ProviderKind) => (kind === 'oidc' ? 'OpenID Connect' : 'SAML 2.0') },
    issuer: { label: t`Issuer`, show: String },
    clientId: { label: t`Client ID`, show: String },
    clientSecret: { label: t`Client secret`, show: (secret: string) => (secret === '' ? '' : t`(not shown)`) },
    entityId: { label: t`Entity ID of the identity provider`, show: String },
    signInUrl: { label: t`Sign-in URL`, show: String },
    certificates: { label: t`Certificates`, show: (texts: string[]) => String(texts.filter(Boolean).length) },
    idpInitiated: { label: t`Allow sign-in started by the identity provider`, show: yes },
    createRole: { label: t`Default role`, show: roleOf },
    attributes: {
      label: t`Attributes`,
      show: (names: ProviderValues['attributes']) => Object.values(names).join(', '),
    },
    groups: {
      label: t`Roles by group`,
      show: (groups: ProviderValues['groups']) =>
        groups.map(({ group, role }) => `${group}: ${roleOf(role)}`).join(', '),
    },
    countsAsFactor: { label: t`Counts as a second factor`, show: yes },
    required: { label: t`Require the identity provider for all members`, show: yes },
    recoveryOwnerIds: {
      label: t`Owners exempt from the identity provider`,
      show: (ids: string[]) => String(ids.length),
    },
  };
}
