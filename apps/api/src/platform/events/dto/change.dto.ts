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
  '`system`: the service itself, such as a job that ends what is old.',
);

/** The actor. */
@Described('Who did it.')
export class ActorDto {
  @Choice(ACTOR_KINDS)
  kind: (typeof ACTOR_KINDS)[number];
  @Id({ nullable: true, description: 'Of the user or key; null for the system, and for who is gone.' })
  id: string | null;
  @Text({ description: 'The name at that moment.' })
  name: string;
}

/** The record that was changed. */
@Described('What it happened to.')
export class SubjectDto {
  @Choice(SUBJECT_KINDS)
  kind: string;
  @Id({ nullable: true, description: 'Null for what has no record of its own.' })
  id: string | null;
  @Integer({ nullable: true, description: 'Of a record that has one, its number in the product.' })
  number: number | null;
  @Text({ nullable: true, description: 'The title at that moment.' })
  title: string | null;
}

/** One changed field. */
@Described('A field that was changed.')
export class FieldChangeDto {
  @Text({ description: 'The name of the field.' })
  field: string;
  @AnyJson({
    description:
      'The value before. Null also where none is kept: of many records that one request changed, whose values differed, and of lists that were replaced.',
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
    description: 'Null for what concerns the whole organization, or several products at once. The product may be gone.',
  })
  productId: string | null;
  @NestedList(() => FieldChangeDto)
  changes: FieldChangeDto[];
  @Text({ nullable: true, description: 'The `X-Request-Id` of the answer to the request that did it; null: a job.' })
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
    ? [{ path: '/page', code: 'not_applicable', message: 'with order=asc go on after the last event' }]
    : [],
)
export class ListChangesQuery extends PageParameters(25) {
  @ChoiceListParameter(EVENT_TYPES)
  type?: EventType[];
  @IdParameter({ description: 'A user or an API key.' })
  actorId?: string;
  @ChoiceListParameter(SUBJECT_KINDS)
  subjectKind?: string[];
  @TimestampParameter({ description: 'From this moment on.' })
  since?: Date;
  @TimestampParameter({ description: 'Before this moment.' })
  until?: Date;
  @IdParameter({ description: 'The record that it happened to, not counting what happened to many at once.' })
  subjectId?: string;
  @ChoiceParameter(SORT_DIRECTIONS, {
    default: 'desc',
    description:
      '`asc`: in the order in which the changes were committed, from the first or `after` an event, and without `total`. Whoever goes on after the last event of each page misses none.',
  })
  order: SortDirection = 'desc';
  @TextParameter({
    description:
      'Where to go on, without `page`: with `order=asc` the id of an event, else the cursor that `Link` of the page before has.',
    max: MAX_CURSOR,
  })
  after?: string;
  @FormatParameter()
  format?: ListFormat;
}
