import { named } from '#libs/fields';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn, VersionColumn } from 'typeorm';

export const STANDARD_SOURCES = named(
  'StandardSource',
  ['built_in', 'custom'],
  'Whether it is provided by the service or created by the organization.',
);
export type StandardSource = (typeof STANDARD_SOURCES)[number];

/** A set of requirements to conform to: built in for everyone, or an organization's own. */
@Entity('standards')
export class Standard {
  @PrimaryColumn('uuid')
  id: string;

  /** Null for built-in standards. */
  @Column('uuid', { nullable: true })
  organizationId: string | null;

  @Column('text')
  name: string;

  @Column('text')
  slug: string;

  /** Slugs that it had: they lead to it, and nobody else gets them. The newest first. */
  @Column('text', { array: true, default: [] })
  formerSlugs: string[];

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text')
  source: StandardSource;

  /** Whether meeting a higher level implies all lower ones. */
  @Column('boolean')
  cumulative: boolean;

  /** How often people have changed it, from 1. */
  @VersionColumn()
  revision: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
