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
@Described('What a token must say for the publisher to be the one that is trusted.')
export class TrustedClaimsDto {
  @Text({ ...ID, description: 'GitHub, required: the id of the repository, which no rename changes.', example: '74' })
  repository_id?: string;
  @Text({ ...ID, description: 'GitHub, required: the id of the account or organization it belongs to.', example: '65' })
  repository_owner_id?: string;
  @Text({ ...ID, description: 'GitLab, required: the id of the project.' })
  project_id?: string;
  @Text({ ...ID, description: 'GitLab, required: the id of the group or user it belongs to.' })
  namespace_id?: string;
  @Text({ ...NAME, description: 'The environment of the job.', example: 'production' })
  environment?: string;
  @Text({ ...NAME, description: 'As the provider writes it: `refs/heads/main` at GitHub, `main` at GitLab.' })
  ref?: string;
  @Text({ ...NAME, description: 'GitLab: `refs/heads/main`, which no tag can have.' })
  ref_path?: string;
  @Choice(BOOLEANS, { optional: true, description: 'Whether the ref is protected.' })
  ref_protected?: string;
  @Text({ ...NAME, description: 'GitHub: what started the run, such as `push`.' })
  event_name?: string;
  @Text({ ...NAME, description: 'GitLab: what started the pipeline, such as `push`.' })
  pipeline_source?: string;
  @Text({
    ...PIPELINE,
    description: 'GitHub: the file of the workflow, without `@` and what follows.',
    example: 'acme/shop/.github/workflows/accessibility.yml',
  })
  job_workflow_ref?: string;
  @Text({ ...PIPELINE, description: 'GitLab: the file of the pipeline, without `@` and what follows.' })
  ci_config_ref_uri?: string;
}

const PUBLISHER_STATES = named(
  'TrustedPublisherState',
  ['waiting', 'presented', 'active'],
  'Whether tokens are exchanged: `waiting` until one of its repository shows its ids, `presented` until somebody accepts these.',
);
type PublisherState = (typeof PUBLISHER_STATES)[number];

function stateOf({ sourceId, presented }: TrustedPublisher): PublisherState {
  if (sourceId !== null) return 'active';
  return presented === null ? 'waiting' : 'presented';
}

/** A repository of a CI provider whose pipelines may report to a product without a stored key. */
@Described('A repository whose pipelines may report to a product without a stored key.')
export class TrustedPublisherDto {
  @Id()
  id: string;
  @HttpUrl({ description: 'The `iss` of its tokens.', example: 'https://token.actions.githubusercontent.com' })
  issuer: string;
  @Choice(PUBLISHER_STATES)
  state: PublisherState;
  @Text({ nullable: true, description: 'The name that it was made by; null: by its ids.', example: 'acme/shop' })
  repository: string | null;
  @Nested(() => TrustedClaimsDto, { description: 'What a token must say; empty until its ids are accepted.' })
  claims: TrustedClaimsDto;
  @Nested(() => TrustedClaimsDto, {
    nullable: true,
    description: 'The ids that a token has shown last, until they are accepted.',
  })
  presented: TrustedClaimsDto | null;
  @Id({ description: 'The member who made it, and with whose membership it ends.' })
  createdByUserId: string;
  @Timestamp({ nullable: true, description: 'When a token was last exchanged.' })
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
  @HttpUrl({ description: 'The `iss` of its tokens: of GitHub, GitLab, or one that the service is configured for.' })
  issuer: string;
  @Nested(() => TrustedClaimsDto, { optional: true })
  claims?: TrustedClaimsDto & TrustedClaims;
  @Text({
    optional: true,
    filled: true,
    max: 255,
    description:
      'In the place of `claims`: its name. Its first token that names this organization shows its ids, which are accepted then.',
    example: 'acme/shop',
  })
  repository?: string;
}

/** The ids that are accepted. */
export class AcceptTrustedPublisher {
  @Nested(() => TrustedClaimsDto, { description: 'As they are shown in `presented`.' })
  claims: TrustedClaimsDto & TrustedClaims;
}

/** A token of a CI provider. */
@CheckTogether<ExchangeToken>(({ product, productRef }) => namesTwoProducts(product, 'productRef', productRef))
export class ExchangeToken {
  @Text({ filled: true, max: 16_384, description: 'The OpenID token; its audience is the address of this service.' })
  token: string;
  @Text({ optional: true, max: 200, description: 'The slug or id of the product, where several trust the repository.' })
  productRef?: string;
  @NamedProduct('productRef')
  product?: string;
  @Id({
    optional: true,
    description:
      'The organization; may be left out once a token of the repository has been exchanged with it, and with no other.',
  })
  organizationId?: string;
}

/** A key that lives for minutes and may report to one product. */
@Described('A key of a pipeline for 15 minutes.')
export class PassDto {
  @Text({ description: 'The secret, in this answer only.' })
  key: string;
  @Timestamp({ description: 'When it ends by itself.' })
  expiresAt: Date;
  @ChoiceList(SCOPES, { description: 'What it may do.' })
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
