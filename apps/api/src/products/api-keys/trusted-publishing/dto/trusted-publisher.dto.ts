import {
  CheckTogether,
  Choice,
  ChoiceList,
  Described,
  HttpUrl,
  Id,
  named,
  Nested,
  NestedList,
  Text,
  Timestamp,
} from '#libs/fields';
import { type Scope, SCOPES } from '../../../../platform/http/policy.js';
import { NamedProduct, namesTwoProducts, ProductSlug } from '../../../../platform/lists/shared-fields.js';
import type { TrustedClaims, TrustedPublisher } from '../trusted-publisher.entity.js';

const ID = { optional: true, max: 20 } as const;
const NAME = { optional: true, filled: true, max: 255 } as const;
const PIPELINE = { optional: true, filled: true, max: 500 } as const;
const BOOLEANS = named('TrueOrFalse', ['true', 'false']);

/** What tokens must say, by the names that the provider gives its claims. */
@Described('The required claims of a token.')
export class TrustedClaimsDto {
  @Text({ ...ID, description: 'GitHub, required: the id of the repository, which survives renames.', example: '74' })
  repository_id?: string;
  @Text({ ...ID, description: 'GitHub, required: the id of the account or organization that owns it.', example: '65' })
  repository_owner_id?: string;
  @Text({ ...ID, description: 'GitLab, required: the id of the project.' })
  project_id?: string;
  @Text({ ...ID, description: 'GitLab, required: the id of the group or user that owns it.' })
  namespace_id?: string;
  @Text({ ...NAME, description: 'The environment of the job.', example: 'production' })
  environment?: string;
  @Text({ ...NAME, description: 'In the form of the provider: `refs/heads/main` at GitHub, `main` at GitLab.' })
  ref?: string;
  @Text({ ...NAME, description: 'GitLab: `refs/heads/main`, which excludes tags.' })
  ref_path?: string;
  @Choice(BOOLEANS, { optional: true, description: 'Whether the ref is protected.' })
  ref_protected?: string;
  @Text({ ...NAME, description: 'GitHub: the event of the run, such as `push`.' })
  event_name?: string;
  @Text({ ...NAME, description: 'GitLab: the source of the pipeline, such as `push`.' })
  pipeline_source?: string;
  @Text({
    ...PIPELINE,
    description: 'GitHub: the workflow file, without `@` and the ref after it.',
    example: 'acme/shop/.github/workflows/accessibility.yml',
  })
  job_workflow_ref?: string;
  @Text({ ...PIPELINE, description: 'GitLab: the pipeline file, without `@` and the ref after it.' })
  ci_config_ref_uri?: string;
}

const PUBLISHER_STATES = named(
  'TrustedPublisherState',
  ['waiting', 'presented', 'active'],
  'Whether tokens are exchanged: `waiting` until the first token shows the ids of its repository, `presented` until these are accepted.',
);
type PublisherState = (typeof PUBLISHER_STATES)[number];

function stateOf({ sourceId, presented }: TrustedPublisher): PublisherState {
  if (sourceId !== null) return 'active';
  return presented === null ? 'waiting' : 'presented';
}

/** A repository of a CI provider whose pipelines may report to a product without a stored key. */
@Described('A repository whose pipelines can report to a product without a stored key.')
export class TrustedPublisherDto {
  @Id()
  id: string;
  @HttpUrl({ description: 'The `iss` claim of its tokens.', example: 'https://token.actions.githubusercontent.com' })
  issuer: string;
  @Choice(PUBLISHER_STATES)
  state: PublisherState;
  @Text({ nullable: true, description: 'The name used at its creation; null if created by ids.', example: 'acme/shop' })
  repository: string | null;
  @Nested(() => TrustedClaimsDto, { description: 'The required claims of a token; empty until its ids are accepted.' })
  claims: TrustedClaimsDto;
  @Nested(() => TrustedClaimsDto, {
    nullable: true,
    description: 'The ids of the last token, until they are accepted.',
  })
  presented: TrustedClaimsDto | null;
  @Id({ description: 'The creating member. It ends with the membership.' })
  createdByUserId: string;
  @Timestamp({ nullable: true, description: 'The time of the last token exchange.' })
  lastUsedAt: Date | null;
  @Timestamp()
  createdAt: Date;

  static from(publisher: TrustedPublisher): TrustedPublisherDto {
    const { id, issuer, repository, claims, presented, ownerUserId, lastUsedAt, createdAt } = publisher;
    const state = stateOf(publisher);
    return { id, issuer, state, repository, claims, presented, createdByUserId: ownerUserId, lastUsedAt, createdAt };
  }
}

/** One trusted publisher. */
export class TrustedPublisherEnvelope {
  @Nested(() => TrustedPublisherDto)
  trustedPublisher: TrustedPublisherDto;
}

/** The trusted publishers of a product, oldest first. */
export class TrustedPublisherList {
  @NestedList(() => TrustedPublisherDto)
  trustedPublishers: TrustedPublisherDto[];
}

/** A new trusted publisher, either by `claims` or by `repository`. */
export class CreateTrustedPublisher {
  @HttpUrl({ description: 'The `iss` claim of its tokens: GitHub, GitLab, or a configured issuer.' })
  issuer: string;
  @Nested(() => TrustedClaimsDto, { optional: true })
  claims?: TrustedClaimsDto & TrustedClaims;
  @Text({
    optional: true,
    filled: true,
    max: 255,
    description:
      'The name of the repository, instead of `claims`. Its first token for this organization shows its ids, which must then be accepted.',
    example: 'acme/shop',
  })
  repository?: string;
}

/** The ids that are accepted. */
export class AcceptTrustedPublisher {
  @Nested(() => TrustedClaimsDto, { description: 'The ids shown in `presented`.' })
  claims: TrustedClaimsDto & TrustedClaims;
}

/** A token of a CI provider. */
@CheckTogether<ExchangeToken>(({ product, productRef }) => namesTwoProducts(product, 'productRef', productRef))
export class ExchangeToken {
  @Text({
    filled: true,
    max: 16_384,
    description: 'The OpenID Connect token; its audience is the URL of this service.',
  })
  token: string;
  @Text({
    optional: true,
    max: 200,
    description: 'The slug or id of the product; required if several products trust the repository.',
  })
  productRef?: string;
  @NamedProduct('productRef')
  product?: string;
  @Id({
    optional: true,
    description:
      'The organization; optional once tokens of the repository have been exchanged for exactly one organization.',
  })
  organizationId?: string;
}

/** A key that lives for minutes and may report to one product. */
@Described('A pipeline key, valid for 15 minutes.')
export class PassDto {
  @Text({ description: 'The secret, returned only once.' })
  key: string;
  @Timestamp({ description: 'The expiry time.' })
  expiresAt: Date;
  @ChoiceList(SCOPES, { description: 'The scopes of the key.' })
  scopes: Scope[];
  @Id()
  organizationId: string;
  @ProductSlug()
  productSlug: string;
}

/** The key that a token was exchanged for. */
export class PassEnvelope {
  @Nested(() => PassDto)
  apiKey: PassDto;
}
