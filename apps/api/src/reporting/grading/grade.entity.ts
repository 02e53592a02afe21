import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One change of a product's Grade; together its history. */
@Entity('grades')
export class GradeRecord {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  productId: string;

  @Column('timestamptz')
  computedAt: Date;

  @Column('text', { nullable: true })
  letter: string | null;

  @Column('int', { nullable: true })
  score: number | null;

  @Column('jsonb')
  grade: object;
}
