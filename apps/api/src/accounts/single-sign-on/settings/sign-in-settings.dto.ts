import {
  CheckTogether,
  Choice,
  Described,
  Flag,
  HttpUrl,
  Id,
  IdList,
  named,
  Nested,
  NestedList,
  OneLine,
  Text,
  TextList,
  Timestamp,
} from '#libs/fields';
import { SignInKeyDto } from '../keys/sign-in-key.dto.js';
import { CERTIFICATE_STATES, type CertificateState } from './certificate.js';
import type { AttributeNames, ProvidedRole, ProviderKind } from './organization-sign-in.entity.js';
import { togetherFaults } from './sign-in-faults.js';

const KINDS = named('ProviderKind', ['oidc', 'saml'], 'OpenID Connect, or SAML 2.0.');
const ROLES = named('ProvidedRole', ['member', 'admin'], 'The provider cannot assign the role owner.');

@Described('The names of the claims or SAML attributes sent by the provider.')
export class AttributeNamesDto implements AttributeNames {
  @Text({ max: 256, filled: true, example: 'email' })
  email: string;
  @Text({ max: 256, filled: true, example: 'name' })
  name: string;
  @Text({ max: 256, filled: true, example: 'groups', description: 'A list of names or ids.' })
  groups: string;
}

@Described('The role and team assigned by a group of the provider; if several apply, the highest role wins.')
export class GroupRoleDto {
  @OneLine({ max: 256, description: 'The name at the provider; case-sensitive.' })
  group: string;
  @Choice(ROLES)
  role: ProvidedRole;
  @Id({ nullable: true, optional: true, description: 'A team of the organization.' })
  teamId: string | null;
}

@Described('A signing certificate of a provider.')
export class CertificateDto {
  @Text({ description: 'SHA-256.' })
  fingerprint: string;
  @Timestamp({ description: 'The start of its validity; earlier signatures are rejected.' })
  validFrom: Date;
  @Timestamp({ description: 'The end of its validity; later signatures are rejected.' })
  validUntil: Date;
  @Choice(CERTIFICATE_STATES)
  state: CertificateState;
}

/** How people come in to an organization by its own provider. */
@Described('The sign-in provider of an organization, for email addresses at verified domains.')
export class SignInSettingsDto {
  @Choice(KINDS)
  kind: ProviderKind;
  @Text({ nullable: true, description: 'For `oidc`.', example: 'https://login.example.org' })
  issuer: string | null;
  @Text({ nullable: true, description: 'For `oidc`; the secret is never shown.' })
  clientId: string | null;
  @Text({ nullable: true, description: 'For `saml`: the entity ID of the provider.' })
  entityId: string | null;
  @Text({ nullable: true, description: 'For `saml`: the sign-in URL.' })
  signInUrl: string | null;
  @TextList({ description: 'For `saml`, as PEM.' })
  certificates: string[];
  @NestedList(() => CertificateDto, { description: 'The state of the certificates, in their order.' })
  certificateDetails: CertificateDto[];
  @Flag({ description: 'For `saml`: whether sign-ins can start at the provider.' })
  idpInitiated: boolean;
  @Flag({ description: 'Whether members must sign in through the provider.' })
  required: boolean;
  @Flag({ description: 'Whether a sign-in at the provider replaces the second factor in this organization.' })
  countsAsFactor: boolean;
  @Choice(ROLES, {
    nullable: true,
    description: 'The role of users without a role from a group; null: they are rejected.',
  })
  createRole: ProvidedRole | null;
  @Nested(() => AttributeNamesDto)
  attributes: AttributeNamesDto;
  @NestedList(() => GroupRoleDto)
  groups: GroupRoleDto[];
  @IdList({ description: 'User ids of owners allowed to sign in without the provider, with their second factor.' })
  recoveryOwnerIds: string[];
  @NestedList(() => SignInKeyDto, { description: 'For `saml`: keys of this service for the provider, oldest first.' })
  serviceKeys: SignInKeyDto[];
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;
}

export class SignInSettingsEnvelope {
  @Nested(() => SignInSettingsDto)
  settings: SignInSettingsDto;
}

/** The whole of the settings: what is left out is as if it had never been set, but for the secret. */
@CheckTogether<SetSignIn>((body) => togetherFaults(body))
export class SetSignIn {
  @Choice(KINDS)
  kind: ProviderKind;
  @HttpUrl({ optional: true, max: 1024, description: 'Required for `oidc`; https.' })
  issuer?: string;
  @OneLine({ optional: true, max: 512, description: 'Required for `oidc`.' })
  clientId?: string;
  @Text({
    optional: true,
    max: 1024,
    filled: true,
    description: 'Required for `oidc`; if absent, the secret is kept, as long as issuer and client do not change.',
  })
  clientSecret?: string;
  @OneLine({ optional: true, max: 1024, description: 'Required for `saml`.' })
  entityId?: string;
  @HttpUrl({ optional: true, description: 'Required for `saml`; https.' })
  signInUrl?: string;
  @TextList({
    optional: true,
    max: 10_000,
    minItems: 1,
    maxItems: 3,
    description: 'Required for `saml`: X.509 certificates as PEM, with RSA keys of at least 2,048 bits.',
  })
  certificates?: string[];
  @Flag({ optional: true, description: 'For `saml`; false if absent.' })
  idpInitiated?: boolean;
  @Flag({
    optional: true,
    description: 'Requires a verified domain and a recovery owner with a second factor; false if absent.',
  })
  required?: boolean;
  @Flag({ optional: true, description: 'False if absent.' })
  countsAsFactor?: boolean;
  @Choice(ROLES, { optional: true, nullable: true, description: 'Null if absent.' })
  createRole?: ProvidedRole | null;
  @Nested(() => AttributeNamesDto, { optional: true, description: 'If absent: `email`, `name` and `groups`.' })
  attributes?: AttributeNamesDto;
  @NestedList(() => GroupRoleDto, { optional: true, max: 500, description: 'None if absent.' })
  groups?: GroupRoleDto[];
  @IdList({ optional: true, max: 20, description: 'User ids of owners; none if absent.' })
  recoveryOwnerIds?: string[];
}
