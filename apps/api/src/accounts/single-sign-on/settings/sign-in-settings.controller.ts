import { clock } from '#libs/clock';
import { Body, Controller, Delete, Get, HttpCode, Put } from '@nestjs/common';
import { CurrentOrganization } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { withRevision } from '../../../platform/http/entity-tag.js';
import { Organization } from '../../organizations/organization.entity.js';
import { withCurrentOnConflict } from '../../../platform/work/check-if-match.js';
import { SignInKeyDto } from '../keys/sign-in-key.dto.js';
import { certificateState, readCertificate } from './certificate.js';
import { SetSignIn, type SignInSettingsDto, SignInSettingsEnvelope } from './sign-in-settings.dto.js';
import { type SignInSettings, SignInSettingsService } from './sign-in-settings.service.js';

/** The provider by which people of an organization come in. */
@SessionOnly()
@RequireModule('organizations')
@Resource('signIn')
@Controller('v1/organizations/:orgId/settings/sign-in')
export class SignInSettingsController {
  constructor(private readonly settings: SignInSettingsService) {}

  @Get()
  @Endpoint({
    summary: 'Read the sign-in settings of an organization',
    access: 'owner',
    returns: SignInSettingsEnvelope,
    refuses: { 404: ['not_found'] },
  })
  async readSettings(@CurrentOrganization() organization: Organization): Promise<SignInSettingsEnvelope> {
    return envelope(await this.settings.read(organization));
  }

  @Put()
  @Endpoint({
    summary: 'Set the sign-in provider of an organization',
    description:
      'Ends the sessions started at a former provider. Owners in `recoveryOwnerIds` can sign in without the provider, with a second factor.',
    freshProof: 'always',
    access: 'owner',
    guarded: true,
    returns: SignInSettingsEnvelope,
    refuses: { 409: ['proved_domain_needed', 'recovery_owner_needed', 'secret_key_missing'] },
  })
  @HttpCode(200)
  async replaceSettings(
    @CurrentOrganization() organization: Organization,
    @Body() body: SetSignIn,
  ): Promise<SignInSettingsEnvelope> {
    return withCurrentOnConflict(this.settings.replace(organization, body).then(envelope), () =>
      this.readSettings(organization),
    );
  }

  @Delete()
  @Endpoint({
    summary: 'Remove the sign-in provider and end the sessions started there',
    whileSuspended: true,
    freshProof: 'always',
    access: 'owner',
    guarded: true,
    refuses: { 404: ['not_found'] },
  })
  async removeSettings(@CurrentOrganization() organization: Organization): Promise<void> {
    await withCurrentOnConflict(this.settings.remove(organization), () => this.readSettings(organization));
  }
}

const envelope = (settings: SignInSettings): SignInSettingsEnvelope =>
  withRevision({ settings: shown(settings) }, settings.provider);

function shown({ provider, required, countsAsFactor, recoveryOwnerIds, keys }: SignInSettings): SignInSettingsDto {
  const { kind, issuer, clientId, signInUrl, certificates, idpInitiated, createRole, attributes, groups } = provider;
  const details = certificates.map((pem) => readCertificate(pem)!);
  return {
    kind,
    issuer: kind === 'oidc' ? issuer : null,
    clientId,
    entityId: kind === 'saml' ? issuer : null,
    signInUrl,
    certificates,
    certificateDetails: details.map(({ fingerprint, validFrom, validUntil }) => ({
      fingerprint,
      validFrom,
      validUntil,
      state: certificateState({ validFrom, validUntil }, clock.millis()),
    })),
    idpInitiated,
    required,
    countsAsFactor,
    createRole,
    attributes,
    groups,
    recoveryOwnerIds,
    serviceKeys: keys.map((key, place) => SignInKeyDto.from(key, place === 0)),
    createdAt: provider.createdAt,
    updatedAt: provider.updatedAt,
  };
}
