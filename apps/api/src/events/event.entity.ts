import type { FieldChange } from '#libs/rows';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Something that happened to a record, written in the transaction of the change. Append-only. */
@Entity('events')
export class Event {
  @PrimaryColumn('uuid')
  id: string;

  /** Null for what concerns a person beyond any organization. */
  @Column('uuid', { nullable: true })
  organizationId: string | null;

  /** Null for what concerns the whole organization. Outlives its product. */
  @Column('uuid', { nullable: true })
  productId: string | null;

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

  /** The person whose account it concerns. */
  @Column('uuid', { nullable: true })
  accountId: string | null;

  /** From where the request came; kept of events about security only. */
  @Column('text', { nullable: true })
  address: string | null;

  @Column('text', { nullable: true })
  userAgent: string | null;

  /** Of an organization that is gone: when the event goes, too. */
  @Column('timestamptz', { nullable: true })
  keptUntil: Date | null;
}
