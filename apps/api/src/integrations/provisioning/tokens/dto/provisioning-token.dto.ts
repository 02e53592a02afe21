import { Described, fieldsOf, Id, Nested, NestedList, Text, Timestamp } from '#libs/fields';
import type { ProvisioningToken } from '../provisioning-token.entity.js';

/** A token for provisioning. */
@Described('A token by which the provider of the organization says who belongs to it (SCIM 2.0).')
export class ProvisioningTokenDto {
  @Id()
  id: string;
  @Text({ description: 'Its beginning, to tell one from the other.', example: 'scim_x8Kq2T' })
  displayPrefix: string;
  @Timestamp({ nullable: true, description: 'Within a minute; null: it was never used.' })
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

@Described('A token for provisioning, whole.')
class NewProvisioningTokenDto extends ProvisioningTokenDto {
  @Text({ description: 'Shown this once; it opens `/api/scim` of this organization alone.', example: 'scim_x8Kq2T0n…' })
  token: string;
  @Text({
    description: 'What the provider asks for as the address of the tenant, or the base URL.',
    example: 'https://curbcut.example/api/scim/v2/01a1c5e0-7b1c-7f3e-9a54-0000000000a5',
  })
  baseUrl: string;
}

/** A token that was just made. */
export class NewProvisioningTokenEnvelope {
  @Nested(() => NewProvisioningTokenDto)
  token: NewProvisioningTokenDto;
}
