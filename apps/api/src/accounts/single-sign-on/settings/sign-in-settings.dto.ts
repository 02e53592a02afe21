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
const ROLES = named('ProvidedRole', ['member', 'admin'], 'A provider makes nobody an owner.');

@Described('Under which names the provider says what it knows of a person: claims, or attributes of SAML.')
export class AttributeNamesDto implements AttributeNames {
  @Text({ max: 256, filled: true, example: 'email' })
  email: string;
  @Text({ max: 256, filled: true, example: 'name' })
  name: string;
  @Text({ max: 256, filled: true, example: 'groups', description: 'A list, of names or ids.' })
  groups: string;
}

@Described('What people of one of the provider’s groups get; of several groups the highest role counts.')
export class GroupRoleDto {
  @OneLine({ max: 256, description: 'As the provider names it; upper and lower case count.' })
  group: string;
  @Choice(ROLES)
  role: ProvidedRole;
  @Id({ nullable: true, optional: true, description: 'A team of the organization.' })
  teamId: string | null;
}

@Described('A certificate by which a provider signs.')
export class CertificateDto {
  @Text({ description: 'SHA-256.' })
  fingerprint: string;
  @Timestamp({ description: 'Signatures are refused before.' })
  validFrom: Date;
  @Timestamp({ description: 'Signatures are refused from then on.' })
  validUntil: Date;
  @Choice(CERTIFICATE_STATES)
  state: CertificateState;
}

/** How people come in to an organization by its own provider. */
@Described('The provider by which people of the organization come in, whose address is of a proved domain.')
export class SignInSettingsDto {
  @Choice(KINDS)
  kind: ProviderKind;
  @Text({ nullable: true, description: 'Of `oidc`.', example: 'https://login.example.org' })
  issuer: string | null;
  @Text({ nullable: true, description: 'Of `oidc`; its secret is never shown.' })
  clientId: string | null;
  @Text({ nullable: true, description: 'Of `saml`: what the provider calls itself.' })
  entityId: string | null;
  @Text({ nullable: true, description: 'Of `saml`: where people sign in.' })
  signInUrl: string | null;
  @TextList({ description: 'Of `saml`, as PEM.' })
  certificates: string[];
  @NestedList(() => CertificateDto, { description: 'Of the certificates, in their order.' })
  certificateDetails: CertificateDto[];
  @Flag({ description: 'Of `saml`: people may begin at the provider.' })
  idpInitiated: boolean;
  @Flag({ description: 'Whether people must come in by the provider.' })
  required: boolean;
  @Flag({ description: 'Whether who comes in by the provider needs no second factor, in this organization.' })
  countsAsFactor: boolean;
  @Choice(ROLES, { nullable: true, description: 'The role of whom no group gives one; null: they are not let in.' })
  createRole: ProvidedRole | null;
  @Nested(() => AttributeNamesDto)
  attributes: AttributeNamesDto;
  @NestedList(() => GroupRoleDto)
  groups: GroupRoleDto[];
  @IdList({ description: 'Owners (user ids) who come in without the provider, by their second factor.' })
  recoveryOwnerIds: string[];
  @NestedList(() => SignInKeyDto, { description: 'Of `saml`: keys of this service for the provider, oldest first.' })
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
  @HttpUrl({ optional: true, max: 1024, description: 'Needed with `oidc`; https.' })
  issuer?: string;
  @OneLine({ optional: true, max: 512, description: 'Needed with `oidc`.' })
  clientId?: string;
  @Text({
    optional: true,
    max: 1024,
    filled: true,
    description: 'Needed with `oidc`; left out, the present one stays while issuer and client stay.',
  })
  clientSecret?: string;
  @OneLine({ optional: true, max: 1024, description: 'Needed with `saml`.' })
  entityId?: string;
  @HttpUrl({ optional: true, description: 'Needed with `saml`; https.' })
  signInUrl?: string;
  @TextList({
    optional: true,
    max: 10_000,
    minItems: 1,
    maxItems: 3,
    description: 'Needed with `saml`: X.509 of RSA, 2,048 bits or more, as PEM.',
  })
  certificates?: string[];
  @Flag({ optional: true, description: 'With `saml`; false when absent.' })
  idpInitiated?: boolean;
  @Flag({
    optional: true,
    description: 'Needs a proved domain, and a recovery owner with a second factor; false when absent.',
  })
  required?: boolean;
  @Flag({ optional: true, description: 'False when absent.' })
  countsAsFactor?: boolean;
  @Choice(ROLES, { optional: true, nullable: true, description: 'Null when absent.' })
  createRole?: ProvidedRole | null;
  @Nested(() => AttributeNamesDto, { optional: true, description: '`email`, `name` and `groups` when absent.' })
  attributes?: AttributeNamesDto;
  @NestedList(() => GroupRoleDto, { optional: true, max: 500, description: 'None when absent.' })
  groups?: GroupRoleDto[];
  @IdList({ optional: true, max: 20, description: 'User ids of owners; none when absent.' })
  recoveryOwnerIds?: string[];
}
