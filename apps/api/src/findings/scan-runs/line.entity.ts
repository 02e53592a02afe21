import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LineKind } from '../../records/test-activities/test-activity.entity.js';

/** What runs of one tool speak of: a deployment, or a proposal to change it. */
@Entity('lines')
export class Line {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  productId: string;

  /** As it is part of the identity of findings. */
  @Column('text')
  tool: string;

  /** Sequential in the product; never used again. */
  @Column('int')
  number: number;

  @Column('text')
  kind: LineKind;

  /** Of its name; one that has not ended is the only one of its product, tool and kind with it. */
  @Column('text')
  key: string;

  @Column('text', { nullable: true })
  name: string | null;

  @Column('text', { nullable: true })
  repository: string | null;

  @Column('int', { nullable: true })
  prNumber: number | null;

  /** Its first run; null where all of its runs were deleted. */
  @Column('int', { nullable: true })
  firstNumber: number | null;

  /** `completedAt` of that run. */
  @Column('timestamptz', { nullable: true })
  firstAt: Date | null;

  @Column('int', { nullable: true })
  lastNumber: number | null;

  @Column('timestamptz', { nullable: true })
  lastAt: Date | null;

  /** When its last run arrived. */
  @Column('timestamptz', { nullable: true })
  arrivedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  endedAt: Date | null;

  /** The last run of the product when it ended. */
  @Column('int', { nullable: true })
  endedNumber: number | null;
}
