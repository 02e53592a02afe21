import { Column } from 'typeorm';
import type { FieldChange } from '../lists/changed-fields.js';

/** What both tables of events say of an event. Rows are written in the transaction of the change, and append-only. */
export abstract class RecordedEvent {
  @Column('timestamptz')
  at: Date;

  @Column('text')
  actorKind: 'user' | 'api_key' | 'system';

  @Column('uuid', { nullable: true })
  actorId: string | null;

  @Column('text')
  actorName: string;

  /** `<subject>.<what happened>`, such as `issue.updated`. */
  @Column('text')
  type: string;

  @Column('text')
  subjectKind: string;

  @Column('uuid', { nullable: true })
  subjectId: string | null;

  @Column('int', { nullable: true })
  subjectNumber: number | null;

  /** The subject's title at that moment. */
  @Column('text', { nullable: true })
  subjectTitle: string | null;

  @Column('jsonb')
  changes: FieldChange[];

  @Column('text', { nullable: true })
  requestId: string | null;

  /** The person whose account the event concerns. */
  @Column('uuid', { nullable: true })
  accountId: string | null;

  /** The IP address of the request; stored for security events only. */
  @Column('text', { nullable: true })
  address: string | null;

  @Column('text', { nullable: true })
  userAgent: string | null;

  /** For events of a deleted organization: when the event is deleted too. */
  @Column('timestamptz', { nullable: true })
  keptUntil: Date | null;
}
