import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A change of a person's address: asked for, then confirmed by the new one, then for some days revocable by the old one. */
@Entity('address_changes')
export class AddressChange {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  userId: string;

  @Column('text')
  formerEmail: string;

  /** Whether the former address was proved; only then there is a way back. */
  @Column('boolean')
  formerVerified: boolean;

  /** The new one. */
  @Column('text')
  email: string;

  @Column('timestamptz')
  requestedAt: Date;

  /** Null: the new address has not confirmed. */
  @Column('timestamptz', { nullable: true })
  confirmedAt: Date | null;

  /** Until when the former address can be restored, and nobody else can take it. */
  @Column('timestamptz', { nullable: true })
  heldUntil: Date | null;
}
