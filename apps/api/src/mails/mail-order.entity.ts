import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mail that was asked for. What stands in it is written when it is sent, so that no secret waits anywhere. */
@Entity('mail_orders')
export class MailOrder {
  @PrimaryColumn('uuid')
  id: string;

  /** Names who writes it, such as `password_reset`. */
  @Column('text')
  kind: string;

  /** A mail address, lower-cased. */
  @Column('text')
  recipient: string;

  /** What the mail is about, as its writer understands it. */
  @Column('uuid', { nullable: true })
  subjectId: string | null;

  /** On whose behalf it is sent, if an organization's. */
  @Column('uuid', { nullable: true })
  organizationId: string | null;

  /** From where it was asked for: an address, or a /64 of IPv6. */
  @Column('text', { nullable: true })
  network: string | null;

  @Column('timestamptz')
  requestedAt: Date;

  /** When it is sent: later than it was asked for where the recipient gets too many. */
  @Column('timestamptz')
  dueAt: Date;

  /** When it went out, or was found to be of no use any more. */
  @Column('timestamptz', { nullable: true })
  settledAt: Date | null;
}
