import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A change of a person's email address: requested, then confirmed from the new address, then for some days revocable
 * from the old one.
 */
@Entity('address_changes')
export class AddressChange {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  userId: string;

  @Column('text')
  formerEmail: string;

  /** Whether the former address was verified; only then can the change be undone. */
  @Column('boolean')
  formerVerified: boolean;

  /** The new address. */
  @Column('text')
  email: string;

  @Column('timestamptz')
  requestedAt: Date;

  /** Null while the new address has not been confirmed. */
  @Column('timestamptz', { nullable: true })
  confirmedAt: Date | null;

  /** Until then the former address can be restored, and no other account can take it. */
  @Column('timestamptz', { nullable: true })
  heldUntil: Date | null;
}
