import { named } from '#libs/fields';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** Why a run has failed that was not reported, however often that was tried: what was found is kept. */
export const REPORT_FAILED = 'report_failed';

/** In the order of a run's life. */
export const RUN_STATES = named(
  'MonitorRunState',
  ['waiting', 'running', 'finishing', 'done', 'partial', 'failed', 'cancelled'],
  '`waiting`: for an agent. `finishing`: its report is being created. `partial`: pages failed or were skipped.',
);
export type RunState = (typeof RUN_STATES)[number];

/** The states of a run that an agent may still look for, and of one that has not ended. */
export const TO_RUN = ['waiting', 'running'] as const satisfies RunState[];
export const UNDER_WAY = [...TO_RUN, 'finishing'] as const satisfies RunState[];

export const RUN_TRIGGERS = named('MonitorRunTrigger', ['schedule', 'manual'], 'The trigger of a run.');
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

export const RUN_PAGE_STATES = named(
  'MonitorRunPageState',
  ['open', 'in_hand', 'looked', 'failed', 'gone'],
  '`in_hand`: leased by an agent. `gone`: not found (404 or 410).',
);
export type RunPageState = (typeof RUN_PAGE_STATES)[number];

/** The states of a page of which it is known what is on it: nothing, where it is gone. */
export const SEEN = ['looked', 'gone'] as const satisfies RunPageState[];
export const isSeen = ({ state }: { state: string }): boolean => SEEN.some((seen) => seen === state);

/** What a run has reported with one tool. */
export interface RunReport {
  tool: string;
  testActivityNumber: number;
}

/** One time that a monitor looks at its pages. */
@Entity('monitor_runs')
export class MonitorRun {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  productId: string;

  @Column('uuid')
  monitorId: string;

  @Column('text')
  state: RunState;

  /** Why it failed. */
  @Column('text', { nullable: true })
  reason: string | null;

  /** The same in the words of the agent. */
  @Column('text', { nullable: true })
  message: string | null;

  @Column('text')
  trigger: RunTrigger;

  /** How many agents have had it. */
  @Column('int')
  attempt: number;

  /** Pages were left out. */
  @Column('boolean')
  wasCut: boolean;

  /** Pictures that came with it. */
  @Column('int')
  pictureCount: number;

  /** How many pages it looked at, once it has reported them, and on how many it found something. */
  @Column('int')
  lookedPages: number;

  @Column('int')
  foundPages: number;

  @Column('jsonb')
  toolVersions: Record<string, string>;

  @Column('jsonb')
  reports: RunReport[];

  /** How often it has changed, from 1. */
  @Column('int')
  revision: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  startedAt: Date | null;

  /** When its agent had looked at all that it could. */
  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  endedAt: Date | null;
}
