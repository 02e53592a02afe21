import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { Role } from '../../http/policy.js';

/** A person's membership of an organization. */
@Entity('members')
export class Member {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  organizationId: string;

  @Column('uuid')
  userId: string;

  @Column('text')
  role: Role;

  @Column('uuid', { nullable: true })
  teamId: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
