import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn, VersionColumn } from 'typeorm';

/** A heading under which a standard gathers requirements; groups nest. */
@Entity('requirement_groups')
export class RequirementGroup {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  standardId: string;

  @Column('uuid', { nullable: true })
  parentId: string | null;

  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  description: string | null;

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
