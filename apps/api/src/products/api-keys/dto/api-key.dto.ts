import {
  CheckTogether,
  ChoiceList,
  CidrBlocks,
  Described,
  Email,
  EndOfDay,
  Id,
  Nested,
  NestedList,
  Text,
  Timestamp,
} from '#libs/fields';
import { type Scope, SCOPES } from '../../../platform/http/policy.js';
import { NamedProduct, namesTwoProducts, Slug } from '../../../platform/lists/shared-fields.js';

/** A live key, without its secret. */
@Described('A credential for programs, without its secret.')
export class ApiKeyDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @Text({ description: 'The non-secret start of the key.' })
  displayPrefix: string;
  @ChoiceList(SCOPES, { description: 'What it may do.' })
  scopes: Scope[];
  @Id({ nullable: true, description: 'Null: the whole organization.' })
  productId: string | null;
  @Text({ nullable: true, description: 'The name of that product.' })
  productName: string | null;
  @Text({ nullable: true, description: 'The product that it is limited to; null: it is for all.' })
  productSlug: string | null;
  @Id({ nullable: true, description: 'The member whose permissions the key borrows; null for keys older than scopes.' })
  ownerUserId: string | null;
  @Text({ nullable: true, description: 'The name of the member; null with the member.' })
  ownerName: string | null;
  @Email({ nullable: true, description: 'The address of the member; null with the member.' })
  ownerEmail: string | null;
  @Timestamp({ nullable: true, description: 'When the key ends by itself; null: never.' })
  expiresAt: Date | null;
  @CidrBlocks({ nullable: true, description: 'From where it may be used; null: from anywhere.' })
  allowedAddresses: string[] | null;
  @Timestamp({ nullable: true, description: 'When it was last used; null: never.' })
  lastUsedAt: Date | null;
  @Timestamp()
  createdAt: Date;
}

/** A key that was just made, with its secret: shown now and never again. */
@Described('A key with its secret.')
export class NewApiKeyDto extends ApiKeyDto {
  @Text({ description: 'The secret, in this answer only.' })
  key: string;
  @Id({ description: 'What `CURBCUT_ORGANIZATION` of the command line is set to.' })
  organizationId: string;
}

/** One new key. */
export class NewApiKeyEnvelope {
  @Nested(() => NewApiKeyDto)
  apiKey: NewApiKeyDto;
}

@Described('The organization that the key belongs to.')
class OrganizationOfKey {
  @Id()
  id: string;
  @Slug()
  slug: string;
  @Text()
  name: string;
}

@Described('What a key may learn of itself.')
export class OwnKeyDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @ChoiceList(SCOPES, { description: 'What it may do.' })
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
@CheckTogether<CreateApiKey>(({ product, productSlug }) => namesTwoProducts(product, 'productSlug', productSlug))
export class CreateApiKey {
  @Text({ max: 120, filled: true })
  name: string;
  @ChoiceList(SCOPES, { min: 1, description: '`write` adds `read`.' })
  scopes: Scope[];
  @Text({ optional: true, nullable: true, max: 200, description: 'Limits the key to one product: its slug or id.' })
  productSlug?: string | null;
  @NamedProduct('productSlug')
  product?: string;
  @EndOfDay({
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
