import { Described, fieldsOf, Id, Nested, NestedList, Text, Timestamp } from '#libs/fields';
import type { ProvisioningToken } from '../provisioning-token.entity.js';

/** A token for provisioning. */
@Described('A token of the identity provider for managing members (SCIM 2.0).')
export class ProvisioningTokenDto {
  @Id()
  id: string;
  @Text({ description: 'Its prefix, to distinguish tokens.', example: 'scim_x8Kq2T' })
  displayPrefix: string;
  @Timestamp({ nullable: true, description: 'The time of the last use, to the minute; null if never used.' })
  lastUsedAt: Date | null;
  @Timestamp()
  createdAt: Date;

  static from(row: ProvisioningToken): ProvisioningTokenDto {
    return fieldsOf(ProvisioningTokenDto, row);
  }
}

/** The tokens of an organization, oldest first. */
export class ProvisioningTokenList {
  @NestedList(() => ProvisioningTokenDto)
  tokens: ProvisioningTokenDto[];
}

@Described('A provisioning token with its secret.')
class NewProvisioningTokenDto extends ProvisioningTokenDto {
  @Text({ description: 'Shown only once; valid for `/api/scim` of this organization only.', example: 'scim_x8Kq2T0n…' })
  token: string;
  @Text({
    description: 'The tenant URL or base URL to enter at the provider.',
    example: 'https://curbcut.example/api/scim/v2/01a1c5e0-7b1c-7f3e-9a54-0000000000a5',
  })
  baseUrl: string;
}

/** A token that was just made. */
export class NewProvisioningTokenEnvelope {
  @Nested(() => NewProvisioningTokenDto)
  token: NewProvisioningTokenDto;
}
