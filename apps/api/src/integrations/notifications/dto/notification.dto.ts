import {
  CheckTogether,
  Choice,
  ChoiceListParameter,
  Described,
  Flag,
  FlagParameter,
  HttpUrl,
  Id,
  IdList,
  IdListParameter,
  Integer,
  Nested,
  NestedList,
  Text,
  Timestamp,
} from '#libs/fields';
import { PageQuery } from '../../../platform/lists/page-query.js';
import { Pagination } from '../../../platform/lists/pagination.js';
import { NOTIFICATION_KINDS, type NotificationKind } from '../notification-kinds.js';

/** How many may be named at once. */
const MAX_IDS = 1_000;

@Described('The organization of a notification.')
export class NotifyingOrganizationDto {
  @Id()
  id: string;
  @Text()
  name: string;
}

@Described('The record of a notification.')
class NotifiedSubjectDto {
  @Text({
    description:
      '`issue`, `finding`, `audit`, `conformance_report`, `product`, `monitor`, `invitation`, `webhook`, `tracker_connection` or `sign_in` (with the id of the organization).',
  })
  kind: string;
  @Id({ description: 'The record may have been deleted.' })
  id: string;
  @Integer({ nullable: true, description: 'The number of the record in its product, if it has one.' })
  number: number | null;
  @Text({ nullable: true, description: 'The title at that time.' })
  title: string | null;
  @Text({ nullable: true, description: 'The slug of the product at that time; null if none.' })
  productSlug: string | null;
}

@Described('The actor.')
class NotifyingActorDto {
  @Id({ nullable: true, description: 'Null for an API key.' })
  id: string | null;
  @Text({ description: 'The name at that time.' })
  name: string;
}

@Described('A notification.')
export class NotificationDto {
  @Id()
  id: string;
  @Choice(NOTIFICATION_KINDS)
  kind: NotificationKind;
  @Timestamp({ description: 'The time of the latest event.' })
  at: Date;
  @Timestamp({ nullable: true, description: 'Null if unread.' })
  readAt: Date | null;
  @Integer({
    min: 1,
    description: 'The number of events of this kind and record within ten minutes, combined into one notification.',
  })
  count: number;
  @Nested(() => NotifyingOrganizationDto)
  organization: NotifyingOrganizationDto;
  @Nested(() => NotifiedSubjectDto)
  subject: NotifiedSubjectDto;
  @Nested(() => NotifyingActorDto, { nullable: true, description: 'Null for the system and deleted accounts.' })
  actor: NotifyingActorDto | null;
  @Id({ nullable: true, description: 'The latest comment; null if not about a comment.' })
  commentId: string | null;
  @Text({
    nullable: true,
    description:
      'The beginning of the comment, or the previous and the new letter of the Grade; null if not applicable.',
  })
  excerpt: string | null;
  @HttpUrl({ description: 'The API URL of the record.' })
  url: string;
  @HttpUrl({ nullable: true, description: 'The console URL of the record; null if it has no view there.' })
  consoleUrl: string | null;
}

/** A page of what a person is told, the newest first. */
export class NotificationPage {
  @NestedList(() => NotificationDto)
  notifications: NotificationDto[];
  @Nested(() => Pagination)
  pagination: Pagination;
}

/** Which notifications to list. */
export class ListNotificationsQuery extends PageQuery(25) {
  @FlagParameter({ description: '`true`: unread notifications, `false`: read ones.' })
  unread?: boolean;
  @ChoiceListParameter(NOTIFICATION_KINDS)
  kind?: NotificationKind[];
  @IdListParameter({ description: 'Ids of organizations, comma-separated.' })
  organizationId?: string[];
}

@Described('Unread notifications of an organization.')
export class UnreadOfOrganizationDto {
  @Id()
  organizationId: string;
  @Integer({ min: 1, description: 'The number of unread notifications.' })
  unread: number;
}

/** How many notifications are unread. */
export class NotificationCount {
  @Integer({ min: 0, description: 'In all organizations.' })
  unread: number;
  @NestedList(() => UnreadOfOrganizationDto, { description: 'Organizations with unread notifications.' })
  organizations: UnreadOfOrganizationDto[];
}

/** Which notifications are read now: those with `ids`, or `all` until a moment. */
@CheckTogether<MarkNotifications>(({ ids, all, before }) => {
  if ((ids === undefined) === (all === undefined))
    return [{ path: '/ids', code: 'not_applicable', message: 'Send either `ids` or `all`.' }];
  if (all === false) return [{ path: '/all', code: 'not_allowed', message: '`all` must be true or absent.' }];
  if (all !== undefined && before === undefined)
    return [{ path: '/before', code: 'required', message: '`all` requires `before`.' }];
  if (ids !== undefined && before !== undefined)
    return [{ path: '/before', code: 'not_applicable', message: '`before` requires `all`.' }];
  return [];
})
export class MarkNotifications {
  @IdList({ optional: true, min: 1, max: MAX_IDS, description: 'Ids of your notifications.' })
  ids?: string[];
  @Flag({ optional: true, description: 'With `before`: all of them.' })
  all?: boolean;
  @Timestamp({ optional: true, description: 'Up to this time, so that later notifications stay unread.' })
  before?: Date;
  @Flag({ description: '`false`: mark as unread.' })
  read: boolean;
}

/** How many notifications were marked. */
export class MarkedNotifications {
  @Integer({ min: 0, description: 'The number of notifications.' })
  updated: number;
  @IdList({ description: 'Ids without an accessible notification.' })
  notFound: string[];
}
