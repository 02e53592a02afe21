import { named } from '#libs/fields';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn, VersionColumn } from 'typeorm';
import type { Priority, Rating } from '../../../accounts/organizations/ratings.js';
import type { TrackerKind, TrackerProblem } from '../../../records/issues/tracker-link.js';

export const CONNECTION_STATES = named(
  'TrackerConnectionState',
  ['on', 'failing', 'off'],
  '`failing`: the tracker rejects requests, or has not responded for an hour; requests are retried. `off`: turned off by a person, or after five days of failures.',
);
export type ConnectionState = (typeof CONNECTION_STATES)[number];

export const PUSHED_BY = named(
  'TrackerPushedBy',
  ['hand', 'rule'],
  '`hand`: only issues sent by a person. `rule`: also new issues of sufficient severity.',
);
export type PushedBy = (typeof PUSHED_BY)[number];

export const FOLLOWED = named(
  'TrackerFollowed',
  ['state', 'assignee', 'dueAt', 'title', 'comments'],
  'Fields updated in Curbcut when they change in the tracker. `comments`: comments in the tracker are copied.',
);
export type Followed = (typeof FOLLOWED)[number];

export const WHEN_CLOSED_THERE = named(
  'WhenClosedThere',
  ['close', 'retest'],
  '`close`: the issue is also closed in Curbcut. `retest`: it remains open for review.',
);
export type WhenClosedThere = (typeof WHEN_CLOSED_THERE)[number];

/** What the states of issues are called there; what is absent the tracker says itself. */
export interface StatesThere {
  /** In which state an issue shall be that is open, or closed, here. */
  here?: { open?: string; closed?: string };
  /** What a state there means here. */
  there?: { name: string; state: 'open' | 'closed' }[];
}

/** How what is sent reads there; what is absent reads as it does by itself. */
export interface TemplateThere {
  /** With `{title}`, which titles that change there are read back by. */
  title?: string;
  /** The text of a new issue. */
  text?: string;
}

/** A product that is connected with a project of a tracker. */
@Entity('tracker_connections')
export class TrackerConnection {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  productId: string;

  @Column('text')
  kind: TrackerKind;

  @Column('text')
  name: string;

  @Column('text')
  url: string;

  @Column('text')
  projectKey: string;

  /** Null: the tracker has not been asked yet. */
  @Column('text', { nullable: true })
  projectId: string | null;

  @Column('text', { nullable: true })
  projectName: string | null;

  /** What a new issue is there; null: they are all of one type. */
  @Column('text', { nullable: true })
  issueType: string | null;

  @Column('jsonb', { default: {} })
  states: StatesThere;

  /** Encrypted. */
  @Column('text', { select: false })
  credentials: string;

  /** Encrypted; null: deliveries are refused. */
  @Column('text', { nullable: true, select: false })
  webhookSecret: string | null;

  @Column('text', { array: true })
  labels: string[];

  /** The label that stands for each. */
  @Column('jsonb')
  severities: Partial<Record<Rating, string>>;

  @Column('jsonb')
  priorities: Partial<Record<Priority, string>>;

  /** How what is sent reads there. */
  @Column('jsonb', { default: {} })
  template: TemplateThere;

  @Column('jsonb')
  people: { userId: string; account: string }[];

  @Column('text')
  pushBy: PushedBy;

  /** By rule: null: of any severity, and without one. */
  @Column('text', { nullable: true })
  pushMinSeverity: Rating | null;

  @Column('text', { array: true })
  follow: Followed[];

  @Column('text')
  whenClosedThere: WhenClosedThere;

  /** Whether what a scan finds again is reopened there. */
  @Column('boolean', { default: false })
  reopenThere: boolean;

  @Column('text')
  state: ConnectionState;

  @Column('text', { nullable: true })
  problem: TrackerProblem | null;

  /** Since when nothing has succeeded; null: the last did. */
  @Column('timestamptz', { nullable: true })
  failingSince: Date | null;

  /** Until when the tracker is not asked. */
  @Column('timestamptz', { nullable: true })
  pausedUntil: Date | null;

  /** What changed there until then has been heard of; null: nothing yet. */
  @Column('timestamptz', { nullable: true })
  polledUntil: Date | null;

  @Column('timestamptz', { nullable: true })
  lastAnswerAt: Date | null;

  @Column('int', { nullable: true })
  lastAnswerStatus: number | null;

  /** The recovery that has suspended it; null: none. */
  @Column('uuid', { nullable: true, default: null })
  suspendedBy: string | null;

  /** How often people have changed it, from 1. */
  @VersionColumn()
  revision: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
