import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A conformance level of a standard. */
@Entity('standard_levels')
export class StandardLevel {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  standardId: string;

  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  description: string | null;

  /** Ascending from 0, the lowest level first. */
  @Column('int')
  sortOrder: number;
}
