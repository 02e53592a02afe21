import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which issues a rule is for: all that it names must hold. */
export interface OwnershipMatch {
  page?: string;
  areaId?: string;
  tool?: string;
  ruleId?: string;
  wcag?: string;
  selector?: string;
}

/** Whose they are: one of these, or nobody where that person's account is gone. */
interface OwnershipAssign {
  userId?: string | null;
  teamId?: string;
  /** The team whose members take turns. */
  roundRobin?: string;
}

/** Which new issues are whose. */
export interface OwnershipRule {
  match: OwnershipMatch;
  assign: OwnershipAssign;
}

/** Whose the issues are that are made from findings of a product: the first rule that fits. */
@Entity('ownership_rules')
export class OwnershipRules {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  productId: string;

  @Column('jsonb')
  rules: OwnershipRule[];

  /** Members of teams that take turns, who was taken last at the end. */
  @Column('uuid', { array: true })
  turns: string[];

  /** How often they were replaced, from 1. */
  @Column('int')
  revision: number;
}
