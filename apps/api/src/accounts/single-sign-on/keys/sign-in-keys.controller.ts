import { Controller, Delete, Param, Post } from '@nestjs/common';
import { CurrentOrganization } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { RecordId } from '../../../platform/http/record-number.pipe.js';
import { Organization } from '../../organizations/organization.entity.js';
import { SignInKeyDto, SignInKeyEnvelope } from './sign-in-key.dto.js';
import { SignInKeys } from './sign-in-keys.service.js';

/** The keys of the service for the SAML provider of an organization; they are listed with the settings of sign-in. */
@SessionOnly()
@RequireModule('organizations')
@Resource('signIn')
@Controller('v1/organizations/:orgId/settings/sign-in/keys')
export class SignInKeysController {
  constructor(private readonly keys: SignInKeys) {}

  @Post()
  @Endpoint({
    summary: 'Create a key for signing requests to the SAML provider',
    description:
      'At most two: the oldest one signs, and the provider can encrypt for either. To rotate without interruption, create the new key, then delete the old one.',
    freshProof: 'always',
    access: 'owner',
    returns: SignInKeyEnvelope,
    created: true,
    refuses: { 404: ['not_found'], 409: ['secret_key_missing', 'sign_in_keys_full'] },
  })
  async createKey(@CurrentOrganization() organization: Organization): Promise<SignInKeyEnvelope> {
    const key = await this.keys.create(organization);
    const [oldest] = await this.keys.list(organization.id);
    return { key: SignInKeyDto.from(key, oldest?.id === key.id) };
  }

  @Delete(':signInKeyId')
  @Endpoint({
    summary: 'Delete a key for the SAML provider; the next key, if any, signs from then on',
    freshProof: 'always',
    access: 'owner',
    refuses: { 404: ['not_found'] },
  })
  async deleteKey(
    @CurrentOrganization() organization: Organization,
    @Param('signInKeyId', RecordId) id: string,
  ): Promise<void> {
    await this.keys.delete(organization, id);
  }
}
