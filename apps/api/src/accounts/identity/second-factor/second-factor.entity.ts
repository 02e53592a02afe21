import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** An authenticator of a person: active, or prepared and waiting for its first valid code. */
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

  /** The latest time step whose code was used. */
  @Column('bigint', { nullable: true })
  lastStep: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
