import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mail that was ordered. Its content is written when it is sent, so that no secret is stored meanwhile. */
@Entity('mail_orders')
export class MailOrder {
  @PrimaryColumn('uuid')
  id: string;

  /** The kind, which selects its writer, such as `password_reset`. */
  @Column('text')
  kind: string;

  /** A mail address, lower-cased. */
  @Column('text')
  recipient: string;

  /** The id of the record that the mail is about; its writer knows of which table. */
  @Column('uuid', { nullable: true })
  subjectId: string | null;

  /** The organization on whose behalf it is sent, if any. */
  @Column('uuid', { nullable: true })
  organizationId: string | null;

  /** The network that requested it: an IPv4 address, or a /64 of IPv6. */
  @Column('text', { nullable: true })
  network: string | null;

  @Column('timestamptz')
  requestedAt: Date;

  /** When it is due: later than requested if the recipient gets too many. */
  @Column('timestamptz')
  dueAt: Date;

  /** When it was sent, or found to be obsolete. */
  @Column('timestamptz', { nullable: true })
  settledAt: Date | null;
}
