import { Column, Entity, PrimaryColumn } from 'typeorm';
import { RecordedEvent } from './recorded-event.entity.js';

/** An event of an organization or of one of its records. Security events outlive a deleted organization for a while. */
@Entity('events')
export class Event extends RecordedEvent {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  id: string;

  /** In the order of commits, from 1; null: of before there were positions. */
  @Column('bigint', { nullable: true, select: false })
  position: string | null;

  /** Null for events of the whole organization. The event remains when the product is deleted. */
  @Column('uuid', { nullable: true })
  productId: string | null;
}
