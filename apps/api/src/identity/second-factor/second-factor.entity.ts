import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** An authenticator of a person: the one that is on, or one that waits for its first right code. */
@Entity('second_factors')
export class SecondFactor {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  userId: string;

  /** Encrypted. */
  @Column('text')
  seed: string;

  @Column('boolean', { default: false })
  active: boolean;

  /** The latest time step of which a code was used. */
  @Column('bigint', { nullable: true })
  lastStep: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
