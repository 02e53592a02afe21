import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Component, EvidenceKind, Reason, Verdict } from '../statement-terms.js';

/** A record of the product that a verdict rests on. */
export interface Evidence {
  kind: EvidenceKind;
  number: number;
}

/** What was said of a requirement in a report, for one component of the product. */
@Entity('conformance_verdicts')
export class ConformanceVerdict {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  reportId: string;

  @PrimaryColumn('uuid')
  requirementId: string;

  @PrimaryColumn('text')
  component: Component;

  @Column('text')
  verdict: Verdict;

  @Column('text', { nullable: true })
  remarks: string | null;

  @Column('text')
  reason: Reason;

  @Column('text', { nullable: true })
  alternative: string | null;

  @Column('text', { nullable: true })
  plainDescription: string | null;

  @Column('text', { nullable: true })
  burdenAssessment: string | null;

  @Column('jsonb')
  evidence: Evidence[];

  /** Whether it was said of the whole group. */
  @Column('boolean')
  fromGroup: boolean;

  /** Null where it was stated with an API key, or by somebody whose account is gone. */
  @Column('uuid', { nullable: true })
  statedByUserId: string | null;

  /** As it was then; null: stated with an API key. */
  @Column('text', { nullable: true })
  statedByName: string | null;

  @Column('timestamptz')
  statedAt: Date;

  /** How often it was stated, but never the same again after it was taken back. */
  @Column('int')
  revision: number;
}
