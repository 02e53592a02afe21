import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** The folder of people's pictures. */
export const AVATARS = 'avatars';

/** A person who can sign in. */
@Entity('users')
export class User {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** Lower-cased; unique. */
  @Column('text')
  email: string;

  @Column('boolean')
  emailVerified: boolean;

  @Column('text', { nullable: true })
  image: string | null;

  /** Whether a second factor is on. */
  @Column('boolean', { default: false })
  twoFactorEnabled: boolean;

  /** Since when whoever runs the service keeps them out. */
  @Column('timestamptz', { nullable: true })
  disabledAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
