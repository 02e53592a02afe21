import { Choice, ChoiceList, Described, HttpUrl, Id, named, Nested, NestedList, Text, Timestamp } from '#libs/fields';
import { type Scope, SCOPES } from '../../../http/policy.js';
import { ProductSlug } from '../../../lists/shared-fields.js';
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

/** A repository of a CI provider whose pipelines may report to a product without a stored key. */
@Described('A repository whose pipelines may report to a product without a stored key.')
export class TrustedPublisherDto {
  @Id()
  id: string;
  @HttpUrl({ description: 'The `iss` of its tokens.', example: 'https://token.actions.githubusercontent.com' })
  issuer: string;
  @Nested(() => TrustedClaimsDto)
  claims: TrustedClaimsDto;
  @Id({ description: 'The member who made it, and with whose membership it ends.' })
  createdByUserId: string;
  @Timestamp({ nullable: true, description: 'When a token was last exchanged.' })
  lastUsedAt: Date | null;
  @Timestamp()
  createdAt: Date;

  static from({ id, issuer, claims, ownerUserId, lastUsedAt, createdAt }: TrustedPublisher): TrustedPublisherDto {
    return { id, issuer, claims, createdByUserId: ownerUserId, lastUsedAt, createdAt };
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

/** A new trusted publisher. */
export class CreateTrustedPublisher {
  @HttpUrl({ description: 'The `iss` of its tokens: of GitHub, GitLab, or one that the service is configured for.' })
  issuer: string;
  @Nested(() => TrustedClaimsDto)
  claims: TrustedClaimsDto & TrustedClaims;
}

/** A token of a CI provider. */
export class ExchangeToken {
  @Text({ filled: true, max: 16_384, description: 'The OpenID token; its audience is the address of this service.' })
  token: string;
  @Text({ optional: true, max: 200, description: 'The slug of the product, where several trust the repository.' })
  productRef?: string;
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
