import { named } from '#libs/fields';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn, VersionColumn } from 'typeorm';

/** How messages are written. */
export const WEBHOOK_FORMATS = named(
  'WebhookFormat',
  ['standard', 'slack', 'teams', 'mattermost'],
  '`standard`: for programs, signed according to Standard Webhooks 1.0. The others: text for the incoming webhooks of Slack and Mattermost, and for workflows of Microsoft Teams.',
);
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** Why a webhook was disabled automatically. */
export type DisabledReason = 'gone' | 'failing';

/** A URL that receives events. */
@Entity('webhooks')
export class Webhook {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  id: string;

  /** Of a chat only the scheme and the host: the whole is `address`. */
  @Column('text')
  url: string;

  @Column('text', { default: 'standard' })
  format: WebhookFormat;

  /** Of a chat: where messages are posted, encrypted. Null: at `url`. */
  @Column('text', { nullable: true, select: false })
  address: string | null;

  @Column('text', { nullable: true })
  description: string | null;

  /** Empty: all of them. */
  @Column('text', { array: true })
  types: string[];

  @Column('boolean')
  enabled: boolean;

  @Column('text', { nullable: true })
  disabledReason: DisabledReason | null;

  /**
   * Encrypted; `whsec_…` from before there was a key. What signs must be known in full, so it cannot be kept as a hash.
   */
  @Column('text', { select: false })
  secret: string;

  /** Also signs until `previousSecretUntil`, so that a receiver has time to change its secret. */
  @Column('text', { nullable: true, select: false })
  previousSecret: string | null;

  @Column('timestamptz', { nullable: true })
  previousSecretUntil: Date | null;

  /** The recovery that has suspended it; null: none. */
  @Column('uuid', { nullable: true, default: null })
  suspendedBy: string | null;

  /** The recovery that has suspended its secret, and so the webhook too; null: none. */
  @Column('uuid', { nullable: true, default: null })
  secretSuspendedBy: string | null;

  /** How often people have changed it, from 1. */
  @VersionColumn()
  revision: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
