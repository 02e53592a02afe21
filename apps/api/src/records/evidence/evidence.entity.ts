import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A file that shows what records say. */
@Entity('evidence')
export class Evidence {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  productId: string;

  /** By its content. */
  @Column('text')
  mediaType: string;

  @Column('text', { nullable: true })
  title: string | null;

  /** The text alternative. */
  @Column('text', { nullable: true })
  alt: string | null;

  @Column('int')
  bytes: number;

  @Column('text')
  sha256: string;

  /** The person; null: an API key, or somebody whose account is gone. */
  @Column('uuid', { nullable: true })
  uploadedByUserId: string | null;

  @Column('text', { nullable: true })
  uploadedByKeyName: string | null;

  @Column('timestamptz')
  createdAt: Date;

  /** Since when it is at no record; null: it is at one. */
  @Column('timestamptz', { nullable: true })
  unusedSince: Date | null;
}
