import type { AppliesTo } from '../catalogue/applies-to.js';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn, VersionColumn } from 'typeorm';

/** One thing a standard asks for, such as a success criterion. */
@Entity('requirements')
export class Requirement {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  standardId: string;

  @Column('uuid', { nullable: true })
  groupId: string | null;

  @Column('uuid', { nullable: true })
  levelId: string | null;

  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { nullable: true })
  url: string | null;

  /** How it is examined, in Markdown; null: as the criteria of WCAG are that it stands for. */
  @Column('text', { nullable: true })
  procedure: string | null;

  @Column('text', { array: true })
  versions: string[];

  @Column('boolean')
  aiTestable: boolean;

  @Column('jsonb')
  metadata: Record<string, unknown>;

  /** To which products it applies; null: to every one. Built-in requirements alone have it. */
  @Column('jsonb', { nullable: true })
  appliesTo: AppliesTo | null;

  /** The WCAG criteria it stands for, from `metadata.wcag`: one as a string, or a list. */
  @Column({ type: 'text', array: true, insert: false, update: false })
  wcag: string[];

  @Column('int')
  sortOrder: number;

  /** How often people have changed it, from 1. */
  @VersionColumn()
  revision: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
