import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A program that looks at pages, on a machine of its own. */
@Entity('agents')
export class Agent {
  @PrimaryColumn('uuid')
  id: string;

  /** Null: of the operator, for all organizations that have none of their own. */
  @Column('uuid', { nullable: true })
  organizationId: string | null;

  @Column('text')
  name: string;

  /** What it has: it runs monitors that ask for no more. */
  @Column('text', { array: true })
  labels: string[];

  @Column('bytea')
  tokenHash: Buffer;

  /** As it said last; null: it has asked for no work yet. */
  @Column('text', { nullable: true })
  version: string | null;

  @Column('timestamptz', { nullable: true })
  lastSeenAt: Date | null;

  /** Who made it: it ends with their membership. */
  @Column('uuid', { nullable: true, default: null })
  createdByUserId: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** The recovery of its maker that has suspended it. */
  @Column('uuid', { nullable: true })
  suspendedBy: string | null;
}
