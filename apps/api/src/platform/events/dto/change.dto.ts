import {
  AnyJson,
  Choice,
  CheckTogether,
  ChoiceListParameter,
  ChoiceParameter,
  Described,
  Id,
  IdParameter,
  Integer,
  named,
  Nested,
  NestedList,
  Text,
  TextParameter,
  Timestamp,
  TimestampParameter,
} from '#libs/fields';
import { EVENT_TYPES, type EventType, SUBJECT_KINDS } from '../event-types.js';
import type { Event } from '../event.entity.js';
import type { RecordedEvent } from '../recorded-event.entity.js';
import { FormatParameter, type ListFormat } from '../../lists/list-formats.js';
import { MAX_CURSOR, PageParameters, SORT_DIRECTIONS, type SortDirection } from '../../lists/page-query.js';
import { Total } from '../../lists/pagination.js';

const ACTOR_KINDS = named(
  'ActorKind',
  ['user', 'api_key', 'system'],
  '`system`: the service itself, such as a background job.',
);

/** The actor. */
@Described('The actor.')
export class ActorDto {
  @Choice(ACTOR_KINDS)
  kind: (typeof ACTOR_KINDS)[number];
  @Id({ nullable: true, description: 'The id of the user or key; null for the system and deleted accounts.' })
  id: string | null;
  @Text({ description: 'The name at that time.' })
  name: string;
}

/** The record that was changed. */
@Described('The subject of the change.')
export class SubjectDto {
  @Choice(SUBJECT_KINDS)
  kind: string;
  @Id({ nullable: true, description: 'Null for subjects without a record.' })
  id: string | null;
  @Integer({ nullable: true, description: 'The number of the record in its product, if it has one.' })
  number: number | null;
  @Text({ nullable: true, description: 'The title at that time.' })
  title: string | null;
}

/** One changed field. */
@Described('A changed field.')
export class FieldChangeDto {
  @Text({ description: 'The name of the field.' })
  field: string;
  @AnyJson({
    description:
      'The value before. Also null if not recorded: for bulk changes with different values, and for replaced lists.',
  })
  from: unknown;
  @AnyJson({ description: 'The value after.' })
  to: unknown;
}

/** An event of a record. */
@Described('An entry of the change log.')
export class ChangeDto {
  @Id()
  id: string;
  @Timestamp()
  at: Date;
  @Nested(() => ActorDto)
  actor: ActorDto;
  @Choice(EVENT_TYPES)
  type: string;
  @Nested(() => SubjectDto)
  subject: SubjectDto;
  @Id({
    nullable: true,
    description:
      'Null for changes to the whole organization or to several products. The product may have been deleted.',
  })
  productId: string | null;
  @NestedList(() => FieldChangeDto)
  changes: FieldChangeDto[];
  @Text({ nullable: true, description: 'The `X-Request-Id` of the request; null for a background job.' })
  requestId: string | null;

  static from(event: RecordedEvent & Pick<Event, 'id' | 'productId'>): ChangeDto {
    return {
      id: event.id,
      at: event.at,
      actor: { kind: event.actorKind, id: event.actorId, name: event.actorName },
      type: event.type,
      subject: {
        kind: event.subjectKind,
        id: event.subjectId,
        number: event.subjectNumber,
        title: event.subjectTitle,
      },
      productId: event.productId,
      changes: event.changes,
      requestId: event.requestId,
    };
  }
}

/** A page of the change log, newest first. */
export class ChangePage {
  @NestedList(() => ChangeDto)
  changes: ChangeDto[];
  @Total()
  total: number | null;
  @Integer()
  page: number;
  @Integer()
  pageSize: number;
}

/** Which changes to list. */
@CheckTogether<ListChangesQuery>(({ order, page }) =>
  order === 'asc' && page !== 1
    ? [{ path: '/page', code: 'not_applicable', message: 'with order=asc, continue after the last event' }]
    : [],
)
export class ListChangesQuery extends PageParameters(25) {
  @ChoiceListParameter(EVENT_TYPES)
  type?: EventType[];
  @IdParameter({ description: 'A user or an API key.' })
  actorId?: string;
  @ChoiceListParameter(SUBJECT_KINDS)
  subjectKind?: string[];
  @TimestampParameter({ description: 'Start of the period (inclusive).' })
  since?: Date;
  @TimestampParameter({ description: 'End of the period (exclusive).' })
  until?: Date;
  @IdParameter({ description: 'The changed record; excludes bulk changes.' })
  subjectId?: string;
  @ChoiceParameter(SORT_DIRECTIONS, {
    default: 'desc',
    description:
      '`asc`: in commit order, from the first event or from `after`, without `total`. Reading on after the last event of each page misses none.',
  })
  order: SortDirection = 'desc';
  @TextParameter({
    description:
      'The position to continue from, without `page`: with `order=asc`, the id of an event; otherwise the cursor in the `Link` of the previous page.',
    max: MAX_CURSOR,
  })
  after?: string;
  @FormatParameter()
  format?: ListFormat;
}
