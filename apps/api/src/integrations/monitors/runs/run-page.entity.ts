import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RunPageState } from './run.entity.js';

/** A page that a run looks at. */
@Entity('monitor_run_pages')
export class RunPage {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  runId: string;

  @Column('text')
  url: string;

  @Column('uuid')
  addressKey: string;

  /** How many links it is away from where a crawl began. */
  @Column('int')
  depth: number;

  @Column('text')
  state: RunPageState;

  /** Why it failed. */
  @Column('text', { nullable: true })
  reason: string | null;

  /** Where the agent was led to. */
  @Column('text', { nullable: true })
  finalUrl: string | null;

  @Column('text', { nullable: true })
  title: string | null;

  /** A digest of how the page is made. */
  @Column('text', { nullable: true })
  template: string | null;

  /** How long it took, in milliseconds. */
  @Column('int', { nullable: true })
  ms: number | null;

  @Column('int', { nullable: true })
  findingCount: number | null;

  /** JSON: what was found there, until it is reported. */
  @Column('text', { nullable: true, select: false })
  findings: string | null;
}
