import { named } from '#libs/fields';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn, VersionColumn } from 'typeorm';

/** The lists that views are kept of. */
export const VIEW_KINDS = named('ViewKind', ['issues', 'risks', 'findings'], 'The list of a saved view.');
export type ViewKind = (typeof VIEW_KINDS)[number];

/** The values of filters by the names of query parameters. */
export type ViewFilters = Readonly<Record<string, string | boolean | readonly string[]>>;

/** The order of a list. */
export interface ViewSort {
  field: string;
  direction: 'asc' | 'desc';
}

/** The filters and the order of a list, as somebody keeps them. */
@Entity('saved_views')
export class SavedView {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  kind: ViewKind;

  @Column('jsonb')
  filters: ViewFilters;

  /** Null: the list's own. */
  @Column('jsonb', { nullable: true })
  sort: ViewSort | null;

  /** Whether all members see it. */
  @Column('boolean')
  shared: boolean;

  /** Null: shared by somebody who has left. */
  @Column('uuid', { nullable: true })
  ownerUserId: string | null;

  /** How often people have changed it, from 1. */
  @VersionColumn()
  revision: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
