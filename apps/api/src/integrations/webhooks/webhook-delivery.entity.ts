import { named } from '#libs/fields';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

export const DELIVERY_STATUSES = named(
  'DeliveryStatus',
  ['pending', 'delivered', 'failed'],
  '`pending`: an attempt is scheduled. `failed`: ended after three days.',
);
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One message to one webhook, and how it went. */
@Entity('webhook_deliveries')
export class WebhookDelivery {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  webhookId: string;

  /** Null for a test. */
  @Column('uuid', { nullable: true })
  eventId: string | null;

  @Column('text')
  type: string;

  /** Which of the messages of this type that the event makes, from 0. */
  @Column('int', { default: 0 })
  part: number;

  /** Its number among the messages to the webhook; null: of before they had numbers. */
  @Column('int', { nullable: true })
  sequence: number | null;

  /** The exact body: a message that was signed once is sent again unchanged. */
  @Column('text')
  payload: string;

  @Column('text')
  status: DeliveryStatus;

  @Column('int')
  attempts: number;

  @Column('int', { nullable: true })
  responseStatus: number | null;

  @Column('text', { nullable: true })
  error: string | null;

  @Column('timestamptz', { nullable: true })
  nextAttemptAt: Date | null;

  @Column('timestamptz', { nullable: true })
  deliveredAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
