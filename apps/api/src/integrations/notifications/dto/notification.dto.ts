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

@Described('The record that a notification is about.')
class NotifiedSubjectDto {
  @Text({
    description:
      '`issue`, `finding`, `audit`, `conformance_report`, `product`, `monitor`, `invitation`, `webhook`, `tracker_connection` or `sign_in`, whose id is that of the organization.',
  })
  kind: string;
  @Id({ description: 'It may be gone.' })
  id: string;
  @Integer({ nullable: true, description: 'Of a record that has one, its number in the product.' })
  number: number | null;
  @Text({ nullable: true, description: 'The title at that moment.' })
  title: string | null;
  @Text({ nullable: true, description: 'The product, as its address was at that moment; null: it is in none.' })
  productSlug: string | null;
}

@Described('Who did it.')
class NotifyingActorDto {
  @Id({ nullable: true, description: 'Null: an API key.' })
  id: string | null;
  @Text({ description: 'The name at that moment.' })
  name: string;
}

@Described('Something that a person is told.')
export class NotificationDto {
  @Id()
  id: string;
  @Choice(NOTIFICATION_KINDS)
  kind: NotificationKind;
  @Timestamp({ description: 'When the last of them happened.' })
  at: Date;
  @Timestamp({ nullable: true, description: 'Null: unread.' })
  readAt: Date | null;
  @Integer({ min: 1, description: 'How many of this kind, of one subject within ten minutes, are told as one.' })
  count: number;
  @Nested(() => NotifyingOrganizationDto)
  organization: NotifyingOrganizationDto;
  @Nested(() => NotifiedSubjectDto)
  subject: NotifiedSubjectDto;
  @Nested(() => NotifyingActorDto, { nullable: true, description: 'Null: nobody, or somebody who is gone.' })
  actor: NotifyingActorDto | null;
  @Id({ nullable: true, description: 'The last comment; null: it is of none.' })
  commentId: string | null;
  @Text({
    nullable: true,
    description:
      'The beginning of the comment, or the letters of the Grade before and after; null: there is nothing more to say.',
  })
  excerpt: string | null;
  @HttpUrl({ description: 'The record in this interface.' })
  url: string;
  @HttpUrl({ nullable: true, description: 'The record in the console; null: it has no view there.' })
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
  @FlagParameter({ description: '`true`: what is unread, `false`: what is read.' })
  unread?: boolean;
  @ChoiceListParameter(NOTIFICATION_KINDS)
  kind?: NotificationKind[];
  @IdListParameter({ description: 'Of these organizations, comma-separated.' })
  organizationId?: string[];
}

@Described('How many notifications of an organization are unread.')
export class UnreadOfOrganizationDto {
  @Id()
  organizationId: string;
  @Integer({ min: 1, description: 'How many are unread.' })
  unread: number;
}

/** How many notifications are unread. */
export class NotificationCount {
  @Integer({ min: 0, description: 'In all organizations.' })
  unread: number;
  @NestedList(() => UnreadOfOrganizationDto, { description: 'Those that have some.' })
  organizations: UnreadOfOrganizationDto[];
}

/** Which notifications are read now: those with `ids`, or `all` until a moment. */
@CheckTogether<MarkNotifications>(({ ids, all, before }) => {
  if ((ids === undefined) === (all === undefined))
    return [{ path: '/ids', code: 'not_applicable', message: 'Name either `ids` or `all`.' }];
  if (all === false) return [{ path: '/all', code: 'not_allowed', message: '`all` is true, or absent.' }];
  if (all !== undefined && before === undefined)
    return [{ path: '/before', code: 'required', message: '`all` says until when (`before`).' }];
  if (ids !== undefined && before !== undefined)
    return [{ path: '/before', code: 'not_applicable', message: '`before` goes with `all`.' }];
  return [];
})
export class MarkNotifications {
  @IdList({ optional: true, min: 1, max: MAX_IDS, description: 'Of notifications of yours.' })
  ids?: string[];
  @Flag({ optional: true, description: 'With `before`: all of them.' })
  all?: boolean;
  @Timestamp({ optional: true, description: 'Until this moment: what comes meanwhile was not seen.' })
  before?: Date;
  @Flag({ description: '`false`: unread again.' })
  read: boolean;
}

/** How many notifications were marked. */
export class MarkedNotifications {
  @Integer({ min: 0, description: 'How many there were.' })
  updated: number;
  @IdList({ description: 'Ids of none of yours.' })
  notFound: string[];
}
