import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn, VersionColumn } from 'typeorm';

/** A part of a product, such as its checkout. */
@Entity('areas')
export class Area {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  productId: string;

  @Column('text')
  name: string;

  /** From the name; unique in the product. */
  @Column('text')
  slug: string;

  /** Slugs that it had: they lead to it, and nobody else gets them. The newest first. */
  @Column('text', { array: true, default: [] })
  formerSlugs: string[];

  @Column('text', { nullable: true })
  description: string | null;

  @Column('timestamptz', { nullable: true })
  archivedAt: Date | null;

  /** How often people have changed it, from 1. */
  @VersionColumn()
  revision: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
