import { Column, Entity, PrimaryColumn } from 'typeorm';
import { RecordedEvent } from './recorded-event.entity.js';

/**
 * An event of a person outside of any organization, or the person's own copy of an organization's event that concerns
 * their account: with it everything that a person sees of their account is in one table, whatever their organizations.
 */
@Entity('account_events')
export class AccountEvent extends RecordedEvent {
  /** A copy has the id of the organization's event. */
  @PrimaryColumn('uuid')
  id: string;

  /** For copies: the organization, as long as it exists. */
  @Column('uuid', { nullable: true })
  organizationId: string | null;
}
