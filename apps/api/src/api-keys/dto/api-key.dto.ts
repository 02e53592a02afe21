import { ChoiceList, CidrBlocks, Email, Id, Nested, NestedList, Text, Timestamp } from '#libs/fields';
import { type Scope, SCOPES } from '../../http/policy.js';

/** A live key, without its secret. */
export class ApiKeyDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @Text({ description: 'The non-secret start of the key.' })
  displayPrefix: string;
  @ChoiceList(SCOPES, { name: 'Scope' })
  scopes: Scope[];
  @Id({ nullable: true, description: 'Null: the whole organization.' })
  productId: string | null;
  @Text({ nullable: true })
  productName: string | null;
  @Text({ nullable: true })
  productSlug: string | null;
  @Id({ nullable: true, description: 'The member whose permissions the key borrows; null for keys older than scopes.' })
  ownerUserId: string | null;
  @Text({ nullable: true })
  ownerName: string | null;
  @Email({ nullable: true })
  ownerEmail: string | null;
  @Timestamp({ nullable: true, description: 'When the key ends by itself; null: never.' })
  expiresAt: Date | null;
  @CidrBlocks({ nullable: true, description: 'From where it may be used; null: from anywhere.' })
  allowedAddresses: string[] | null;
  @Timestamp({ nullable: true })
  lastUsedAt: Date | null;
  @Timestamp()
  createdAt: Date;
}

/** A key that was just made, with its secret: shown now and never again. */
export class NewApiKeyDto extends ApiKeyDto {
  @Text()
  key: string;
  @Id({ description: 'What `CURBCUT_ORGANIZATION` of the command line is set to.' })
  organizationId: string;
}

/** One new key. */
export class NewApiKeyEnvelope {
  @Nested(() => NewApiKeyDto)
  apiKey: NewApiKeyDto;
}

class OrganizationOfKey {
  @Id()
  id: string;
  @Text()
  slug: string;
  @Text()
  name: string;
}

/** What a key may learn of itself. */
export class OwnKeyDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @ChoiceList(SCOPES, { name: 'Scope' })
  scopes: Scope[];
  @Timestamp({ nullable: true, description: 'When the key ends by itself; null: never.' })
  expiresAt: Date | null;
  @CidrBlocks({ nullable: true, description: 'From where it may be used; null: from anywhere.' })
  allowedAddresses: string[] | null;
  @Nested(() => OrganizationOfKey)
  organization: OrganizationOfKey;
}

/** The calling key. */
export class OwnKeyEnvelope {
  @Nested(() => OwnKeyDto)
  apiKey: OwnKeyDto;
}

/** The live keys of an organization, newest first. */
export class ApiKeyList {
  @NestedList(() => ApiKeyDto)
  apiKeys: ApiKeyDto[];
}

/** A new key. */
export class CreateApiKey {
  @Text({ max: 120, filled: true })
  name: string;
  @ChoiceList(SCOPES, { name: 'Scope', min: 1, description: '`write` adds `read`.' })
  scopes: Scope[];
  @Text({ optional: true, nullable: true, max: 200, description: 'Limits the key to one product.' })
  productSlug?: string | null;
  @Timestamp({
    optional: true,
    nullable: true,
    description: 'When the key ends by itself. Absent: when the key that makes it does; otherwise never.',
  })
  expiresAt?: Date | null;
  @CidrBlocks({
    optional: true,
    nullable: true,
    description:
      'IP addresses and CIDR blocks from which the key may be used. Absent: those of the key that makes it; otherwise from anywhere. ' +
      'Behind a proxy, `TRUST_PROXY` must say which forwarded addresses count.',
  })
  allowedAddresses?: string[] | null;
}
