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

const OCCURRED_AT = 'The time of the entry, used as its position in the feed.';

/** The filters of a feed. */
export class FeedQuery extends PageQuery(20) {
  @ChoiceListParameter(named('FeedTrigger', [...TRIGGERS, 'none'], 'The trigger of a run; `none` if unknown.'), {
    description: 'Triggers, comma-separated; `none` for entries without a context.',
  })
  contextTrigger?: (Trigger | 'none')[];

  @TextListParameter({
    description:
      'Environments, comma-separated; `preview` for those named by pull requests only, `none` for entries without one. Environments named `preview` or `none`, or with a comma in the name, cannot be selected.',
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
  @Text({ nullable: true, description: 'The scanner, such as `axe-core`; null if none.' })
  tool: string | null;
  @Text()
  title: string;
  @Nested(() => RunContext, { nullable: true })
  context: RunContext | null;
  @HttpUrl({ nullable: true, description: 'The URL of the run or report elsewhere, such as in the CI.' })
  externalUrl: string | null;
  @Timestamp({ description: OCCURRED_AT })
  occurredAt: Date;
  @Integer({ min: 0, description: 'The number of linked issues.' })
  discoveredIssueCount: number;
  @Integer({ min: 0, description: 'The number of findings that it reported first.' })
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
  @Integer({ min: 0, description: 'The number of linked issues.' })
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
  @TextList({ description: 'All tools in this scope, regardless of the filters.' })
  tools: string[];
  @TextList({ description: 'All deployments in this scope outside of pull requests, regardless of the filters.' })
  environments: string[];
  @Flag({ description: 'Whether there are environments named by pull requests only.' })
  hasPreviewEnvironments: boolean;
  @Nested(() => Pagination)
  pagination: Pagination;
}
