import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Why an account is recovered. */
export type RecoveryCause = 'restore_address' | 'recover' | 'reset_password' | 'change_password' | 'end_sessions';

/** A recovery of an account that suspended what somebody else could have made with it. */
@Entity('recoveries')
export class Recovery {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  userId: string;

  @Column('text')
  cause: RecoveryCause;

  @Column('timestamptz')
  at: Date;

  /** Until then the person can keep what is suspended. */
  @Column('timestamptz')
  keepUntil: Date;

  /** When what was not kept has ended; null: not yet. */
  @Column('timestamptz', { nullable: true })
  endedAt: Date | null;
}
