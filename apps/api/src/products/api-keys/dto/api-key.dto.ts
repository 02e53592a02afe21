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
@Described('An API key, without its secret.')
export class ApiKeyDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @Text({ description: 'The non-secret prefix of the key.' })
  displayPrefix: string;
  @ChoiceList(SCOPES, { description: 'The scopes of the key.' })
  scopes: Scope[];
  @Id({ nullable: true, description: 'Null for the whole organization.' })
  productId: string | null;
  @Text({ nullable: true, description: 'The name of that product.' })
  productName: string | null;
  @Text({ nullable: true, description: 'The product of the key; null if it covers all products.' })
  productSlug: string | null;
  @Id({
    nullable: true,
    description: 'The member whose permissions the key uses; null for keys created before scopes existed.',
  })
  ownerUserId: string | null;
  @Text({ nullable: true, description: 'The name of the member; null without a member.' })
  ownerName: string | null;
  @Email({ nullable: true, description: 'The email address of the member; null without a member.' })
  ownerEmail: string | null;
  @Timestamp({ nullable: true, description: 'The expiry time; null if it never expires.' })
  expiresAt: Date | null;
  @CidrBlocks({ nullable: true, description: 'Allowed addresses; null for any.' })
  allowedAddresses: string[] | null;
  @Timestamp({ nullable: true, description: 'The time of the last use; null if never used.' })
  lastUsedAt: Date | null;
  @Timestamp()
  createdAt: Date;
}

/** A key that was just made, with its secret: shown now and never again. */
@Described('An API key with its secret.')
export class NewApiKeyDto extends ApiKeyDto {
  @Text({ description: 'The secret, returned only once.' })
  key: string;
  @Id({ description: 'The value of `CURBCUT_ORGANIZATION` for the command line.' })
  organizationId: string;
}

/** One new key. */
export class NewApiKeyEnvelope {
  @Nested(() => NewApiKeyDto)
  apiKey: NewApiKeyDto;
}

@Described('The organization of the key.')
class OrganizationOfKey {
  @Id()
  id: string;
  @Slug()
  slug: string;
  @Text()
  name: string;
}

@Described('The calling API key.')
export class OwnKeyDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @ChoiceList(SCOPES, { description: 'The scopes of the key.' })
  scopes: Scope[];
  @Timestamp({ nullable: true, description: 'The expiry time; null if it never expires.' })
  expiresAt: Date | null;
  @CidrBlocks({ nullable: true, description: 'Allowed addresses; null for any.' })
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
  @ChoiceList(SCOPES, { min: 1, description: '`write` includes `read`.' })
  scopes: Scope[];
  @Text({ optional: true, nullable: true, max: 200, description: 'Limits the key to one product: its slug or id.' })
  productSlug?: string | null;
  @NamedProduct('productSlug')
  product?: string;
  @EndOfDay({
    optional: true,
    nullable: true,
    description: 'The expiry time. If absent, that of the creating key; otherwise none.',
  })
  expiresAt?: Date | null;
  @CidrBlocks({
    optional: true,
    nullable: true,
    description:
      'IP addresses and CIDR blocks allowed to use the key. If absent, those of the creating key; otherwise any. Behind a proxy, `TRUST_PROXY` must define the trusted forwarded addresses.',
  })
  allowedAddresses?: string[] | null;
}
