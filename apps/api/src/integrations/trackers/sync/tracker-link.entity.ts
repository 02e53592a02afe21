import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { LinkState, TrackerProblem } from '../../../records/issues/tracker-link.js';

/** What both sides have of an issue. A day is `YYYY-MM-DD`; an assignee is an account of the tracker. */
export interface SharedFields {
  title: string;
  state: 'open' | 'closed';
  assignee: string | null;
  dueAt: string | null;
}

/** The same of ours, as the tracker has it while nobody has changed it. */
export interface OurFields extends SharedFields {
  /** The title without what a template adds; absent: from before that was kept. */
  bare?: string;
}

/** Of an issue, the fields that have been changed. */
export const pickFields = (from: SharedFields, changed: Partial<SharedFields>): Partial<SharedFields> =>
  Object.fromEntries(Object.keys(changed).map((field) => [field, from[field as keyof SharedFields]]));

/** Which side holds of a field, whatever has changed. */
export type Decided = Partial<Record<keyof SharedFields, 'here' | 'there'>>;

/** What each side had when both were looked at last. */
export interface BothSides {
  ours: OurFields;
  theirs: SharedFields;
}

/** An issue that stands, or shall stand, in a tracker. */
@Entity('tracker_links')
export class TrackerLink {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  issueId: string;

  @Column('uuid')
  connectionId: string;

  /** By which we know what we have made there. */
  @Column('uuid')
  marker: string;

  @Column('text')
  state: LinkState;

  @Column('text', { nullable: true })
  externalId: string | null;

  @Column('text', { nullable: true })
  externalKey: string | null;

  @Column('text', { nullable: true })
  externalUrl: string | null;

  /** Null: they were not compared yet. */
  @Column('jsonb', { nullable: true })
  last: BothSides | null;

  /** Which side holds of which field, when both are compared next. */
  @Column('jsonb', { default: {} })
  decided: Decided;

  /** What the tracker has told since, where it cannot be asked; null: nothing. */
  @Column('jsonb', { nullable: true })
  heard: Partial<SharedFields> | null;

  /** When it sent what was heard last. */
  @Column('timestamptz', { nullable: true })
  heardAt: Date | null;

  /** The revision of the issue that was compared last. */
  @Column('int')
  seenRevision: number;

  @Column('boolean')
  toRetest: boolean;

  /** The number of the run that found it again, where that is still to be told there. */
  @Column('int', { nullable: true })
  regressedIn: number | null;

  /** When a scan found it again last, as far as it was told there. */
  @Column('timestamptz', { nullable: true })
  regressedAt: Date | null;

  @Column('text', { nullable: true })
  problem: TrackerProblem | null;

  /** Since when an issue may have been made there of which no answer arrived; null: none may. */
  @Column('timestamptz', { nullable: true })
  attemptedAt: Date | null;

  /** Since when a second one may have been made there, which an index shows later; null: none may. */
  @Column('timestamptz', { nullable: true })
  doubtedSince: Date | null;

  /** How often it failed, one after the other. */
  @Column('int')
  attempts: number;

  /** How often it was looked for there in vain, one after the other. */
  @Column('int')
  missing: number;

  /** When both are compared next; null: when one changes. */
  @Column('timestamptz', { nullable: true })
  nextAt: Date | null;

  @Column('timestamptz', { nullable: true })
  syncedAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
