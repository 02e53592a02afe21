import type { AttributeNames, ProvidedRole, ProviderKind, SetSignIn, SignInSettings } from '@curbcut/client';

/** What people of a group get, as a form has it. */
export type GroupValue = { group: string; role: ProvidedRole; teamId: string };

/** The provider of an organization as a form has it. */
export interface ProviderValues extends Record<string, unknown> {
  kind: ProviderKind;
  issuer: string;
  clientId: string;
  clientSecret: string;
  entityId: string;
  signInUrl: string;
  certificates: string[];
  idpInitiated: boolean;
  /** '': whom no group gives a role is not let in. */
  createRole: ProvidedRole | '';
  attributes: AttributeNames;
  groups: GroupValue[];
  countsAsFactor: boolean;
  required: boolean;
  recoveryOwnerIds: string[];
}

/** How many certificates a provider may have, and how many groups. */
export const MOST = { certificates: 3, groups: 500 } as const;

const NEW: ProviderValues = {
  kind: 'oidc',
  issuer: '',
  clientId: '',
  clientSecret: '',
  entityId: '',
  signInUrl: '',
  certificates: [''],
  idpInitiated: false,
  createRole: 'member',
  attributes: { email: 'email', name: 'name', groups: 'groups' },
  groups: [],
  countsAsFactor: false,
  required: false,
  recoveryOwnerIds: [],
};

/** What a form begins with; null: there is no provider yet. */
export function valuesOf(settings: SignInSettings | null): ProviderValues {
  if (!settings) return NEW;
  const { kind, issuer, clientId, entityId, signInUrl, certificates, createRole, groups } = settings;
  const { idpInitiated, attributes, countsAsFactor, required, recoveryOwnerIds } = settings;
  return {
    kind,
    issuer: issuer ?? '',
    clientId: clientId ?? '',
    clientSecret: '',
    entityId: entityId ?? '',
    signInUrl: signInUrl ?? '',
    certificates: certificates.length > 0 ? certificates : [''],
    idpInitiated,
    createRole: createRole ?? '',
    attributes,
    groups: groups.map(({ group, role, teamId }) => ({ group, role, teamId: teamId ?? '' })),
    countsAsFactor,
    required,
    recoveryOwnerIds,
  };
}

/** The whole of the settings as the interface takes them: what belongs to the other kind is left out. */
export function bodyOf(values: ProviderValues): SetSignIn {
  const { kind, createRole, attributes, groups, countsAsFactor, required, recoveryOwnerIds } = values;
  const ofKind =
    kind === 'oidc'
      ? {
          issuer: values.issuer.trim(),
          clientId: values.clientId.trim(),
          ...(values.clientSecret && { clientSecret: values.clientSecret }),
        }
      : {
          entityId: values.entityId.trim(),
          signInUrl: values.signInUrl.trim(),
          certificates: values.certificates.map((text) => text.trim()).filter(Boolean),
          idpInitiated: values.idpInitiated,
        };
  return {
    kind,
    ...ofKind,
    createRole: createRole || null,
    attributes,
    groups: groups.map(({ group, role, teamId }) => ({ group: group.trim(), role, teamId: teamId || null })),
    countsAsFactor,
    required,
    recoveryOwnerIds,
  };
}

/** What is empty and may not be, by field. */
export function emptyOf(values: ProviderValues, present: SignInSettings | null): (keyof ProviderValues & string)[] {
  const { kind, attributes, groups } = values;
  const isSameClient =
    present?.kind === 'oidc' && present.issuer === values.issuer.trim() && present.clientId === values.clientId.trim();
  const needed =
    kind === 'oidc'
      ? (['issuer', 'clientId', ...(isSameClient ? [] : (['clientSecret'] as const))] as const)
      : (['entityId', 'signInUrl'] as const);
  return [
    ...needed.filter((name) => values[name].trim() === ''),
    ...(kind === 'saml' && values.certificates.every((text) => text.trim() === '') ? ['certificates'] : []),
    ...(Object.values(attributes).some((name) => name.trim() === '') ? ['attributes'] : []),
    ...(groups.some(({ group }) => group.trim() === '') ? ['groups'] : []),
  ];
}

/** Whether saving leaves the provider by which people came in so far: then they are signed out. */
export const isOther = (values: ProviderValues, present: SignInSettings | null): boolean =>
  present !== null &&
  (present.kind !== values.kind ||
    (values.kind === 'oidc' ? present.issuer !== values.issuer.trim() : present.entityId !== values.entityId.trim()));
