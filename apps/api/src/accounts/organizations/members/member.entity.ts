import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { Role } from '../../../platform/http/policy.js';

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

  /** Of an owner: comes in without the provider of the organization. */
  @Column('boolean', { default: false })
  recovery: boolean;

  /** Whether a group of the organization's provider gives the role, which nobody changes by hand. */
  @Column('boolean', { default: false })
  roleProvisioned: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
