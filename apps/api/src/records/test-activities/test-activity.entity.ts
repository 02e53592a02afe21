import { named } from '#libs/fields';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { RunContext } from './run-context.js';

export const ACTIVITY_TYPES = named(
  'ActivityType',
  ['automated_scan', 'manual_test', 'usability_test', 'user_research'],
  'A scan is automated; a manual test, a usability test and user research are evidence of people, which has more weight.',
);
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** Counts of a run's findings by kind of change, when it was ingested. */
export interface Delta {
  new: number;
  known: number;
  regressed: number;
  dismissed: number;
  resolved: number;
  /** Absent: a former version took the report, and compared no pages. */
  spread?: number;
  /** Absent: a former version took the report, and none needed review. */
  review?: number;
}

/** Whether a run speaks of what there is, or of a proposal to change it. */
export const LINE_KINDS = named(
  'LineKind',
  ['main', 'proposal'],
  '`main`: the current state of an environment. `proposal`: the result of a pull request or branch.',
);
export type LineKind = (typeof LINE_KINDS)[number];

/** From the first to the last place, both included. */
export type Range = [first: number, last: number];

/** What a run brought: how many findings, and the places of the first thousand of them in what was sent. */
export interface Introduced {
  count: number;
  places: Range[];
  /** Those of `places` that regressed. */
  regressed: Range[];
  /** Those of `places` that are on more pages. */
  spread?: Range[];
  /** What would be brought, had the tool been sure. */
  review?: Range[];
  /** The new pages of those that are on more. */
  pages?: { index: number; pages: string[] }[];
  /** Not all of these pages are named. */
  pagesCut?: boolean;
}

/** The newest run of a main line that a proposal is based on. */
export interface ComparedBase {
  commitSha: string;
  number: number;
  completedAt: string;
}

/** What a proposal was compared with. */
export interface Compared {
  /** How many findings main lines have mended since. */
  behind: number;
  base: ComparedBase | null;
}

/** A test of a product's accessibility: a scan, a manual test, a usability test or user research. */
@Entity('test_activities')
export class TestActivity {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  productId: string;

  /** Sequential in the product. */
  @Column('int')
  number: number;

  @Column('text')
  type: ActivityType;

  @Column('text')
  title: string;

  /** As it was sent, trimmed. */
  @Column('text', { nullable: true })
  tool: string | null;

  @Column('text', { nullable: true })
  target: string | null;

  @Column('text', { nullable: true })
  externalUrl: string | null;

  @Column('timestamptz', { nullable: true })
  startedAt: Date | null;

  @Column('timestamptz')
  completedAt: Date;

  @Column('jsonb', { nullable: true })
  context: RunContext | null;

  @Column('text', { nullable: true })
  idempotencyKey: string | null;

  /** Issues that the run created directly. */
  @Column('int')
  issueCount: number;

  /** Distinct findings that the run reported. */
  @Column('int')
  findingCount: number;

  /** Findings that its sweep resolved. */
  @Column('int')
  resolvedCount: number;

  @Column('jsonb', { nullable: true })
  delta: Delta | null;

  /** The number of its line in the product; null where it is no run of a scanner. */
  @Column('int', { nullable: true })
  line: number | null;

  @Column('text', { nullable: true })
  lineKind: LineKind | null;

  /** What it brought, as it was answered. */
  @Column('jsonb', { nullable: true })
  introduced: Introduced | null;

  /** What a complete run of a proposal no longer had. */
  @Column('int', { nullable: true })
  fixes: number | null;

  /** Of runs of proposals. */
  @Column('json', { nullable: true })
  compared: Compared | null;

  /** What its scanner did not examine, each a sentence; null: it says nothing of that. */
  @Column('text', { array: true, nullable: true })
  omissions: string[] | null;

  /** It examined nothing, so that it is evidence of nothing. */
  @Column('boolean')
  failed: boolean;

  @Column('uuid', { nullable: true })
  createdByUserId: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
