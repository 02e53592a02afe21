import {
  Choice,
  ChoiceListParameter,
  Described,
  Documented,
  DocumentedWith,
  Flag,
  HttpUrl,
  Id,
  Integer,
  named,
  Nested,
  schemaPath,
  Text,
  TextList,
  TextListParameter,
  Timestamp,
} from '#libs/fields';
import { AUDIT_STATUSES, type AuditStatus } from '../../../records/audits/audit.entity.js';
import { PageQuery } from '../../../platform/lists/page-query.js';
import { Pagination } from '../../../platform/lists/pagination.js';
import { RecordNumber } from '../../../platform/lists/shared-fields.js';
import { RunContext, type Trigger, TRIGGERS } from '../../../records/test-activities/run-context.js';
import { ACTIVITY_TYPES, type ActivityType } from '../../../records/test-activities/test-activity.entity.js';

const OCCURRED_AT = 'When it happened: its place in the feed.';

/** The filters of a feed. */
export class FeedQuery extends PageQuery(20) {
  @ChoiceListParameter(
    named('FeedTrigger', [...TRIGGERS, 'none'], 'What started a run; `none`: the entry does not say.'),
    {
      description: 'Triggers, comma-separated; `none` for entries without a context.',
    },
  )
  contextTrigger?: (Trigger | 'none')[];

  @TextListParameter({
    description:
      'Environments, comma-separated; `preview` for those that only pull requests named, `none` for entries naming none. An environment that is itself named `preview` or `none`, or whose name has a comma, cannot be asked for.',
  })
  contextEnvironment?: string[];
}

@Described('A test activity in a feed.')
export class ActivityEntry {
  @Choice(['test_activity'])
  kind: 'test_activity';
  @Id()
  id: string;
  @RecordNumber()
  number: number;
  @Choice(ACTIVITY_TYPES)
  type: ActivityType;
  @Text({ nullable: true, description: 'The scanner, such as `axe-core`; null: none is named.' })
  tool: string | null;
  @Text()
  title: string;
  @Nested(() => RunContext, { nullable: true })
  context: RunContext | null;
  @HttpUrl({ nullable: true, description: 'Where people find the run or the report elsewhere, such as in the CI.' })
  externalUrl: string | null;
  @Timestamp({ description: OCCURRED_AT })
  occurredAt: Date;
  @Integer({ min: 0, description: 'Issues linked to it.' })
  discoveredIssueCount: number;
  @Integer({ min: 0, description: 'Findings that it was the first to report.' })
  discoveredFeedbackCount: number;
  @Text({ optional: true, description: 'In the feed of an organization.' })
  productName?: string;
  @Text({ optional: true, description: 'In the feed of an organization.' })
  productSlug?: string;
}

@Described('An audit in a feed.')
export class AuditEntry {
  @Choice(['audit'])
  kind: 'audit';
  @Id()
  id: string;
  @RecordNumber()
  number: number;
  @Text({ nullable: true })
  title: string | null;
  @Choice(AUDIT_STATUSES)
  status: AuditStatus;
  @Timestamp({ description: OCCURRED_AT })
  occurredAt: Date;
  @Integer({ min: 0, description: 'Issues linked to it.' })
  discoveredIssueCount: number;
  @Text({ optional: true, description: 'In the feed of an organization.' })
  productName?: string;
  @Text({ optional: true, description: 'In the feed of an organization.' })
  productSlug?: string;
}

/** Test activities and audits in one stream, newest first. */
@DocumentedWith(ActivityEntry, AuditEntry)
export class Feed {
  @Documented({
    type: 'array',
    items: {
      oneOf: [{ $ref: schemaPath(ActivityEntry) }, { $ref: schemaPath(AuditEntry) }],
      discriminator: {
        propertyName: 'kind',
        mapping: { test_activity: schemaPath(ActivityEntry), audit: schemaPath(AuditEntry) },
      },
    },
  })
  entries: (ActivityEntry | AuditEntry)[];
  @TextList({ description: 'Tools recorded in this scope, whatever the query.' })
  tools: string[];
  @TextList({ description: 'Deployments recorded outside of pull requests in this scope, whatever the query.' })
  environments: string[];
  @Flag({ description: 'Whether pull requests named environments that nothing else did.' })
  hasPreviewEnvironments: boolean;
  @Nested(() => Pagination)
  pagination: Pagination;
}
