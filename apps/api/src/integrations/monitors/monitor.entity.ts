import { named } from '#libs/fields';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn, VersionColumn } from 'typeorm';
import type { PageKind, PageOrigin, PageState } from './inventory/inventory-page.entity.js';

export const MONITOR_STATES = named('MonitorState', ['on', 'resting'], '`resting`: started manually only.');
export type MonitorState = (typeof MONITOR_STATES)[number];

export const COLOUR_SCHEMES = named('ColourScheme', ['light', 'dark'], 'User preferences emulated for pages.');
export type ColourScheme = (typeof COLOUR_SCHEMES)[number];

/** Which pages of the inventory are looked at. */
interface PagesOfInventory {
  state?: PageState[];
  kind?: PageKind[];
  origin?: PageOrigin[];
  area?: string[];
  q?: string;
}

/** Links are followed from here. */
interface Crawl {
  start: string;
  depth: number;
  include: string[];
  exclude: string[];
  limit: number;
}

/** When a monitor runs by itself: a rule of RFC 5545, counted from `start` in the time of a zone. */
export interface Schedule {
  rrule: string;
  timeZone: string;
  /** In the time of the zone: `2027-01-31T03:00:00`. */
  start: string;
}

/** Where the pages of a run come from; one of these. */
export interface Source {
  pages?: PagesOfInventory;
  sitemap?: string;
  list?: string[];
  crawl?: Crawl;
}

/** What looks at a page; at least one of both. */
export interface Tools {
  axe: { tags: string[]; rulesOff: string[] } | null;
  checks: boolean;
}

/** The size of a window in CSS pixels. */
export interface Viewport {
  width: number;
  height: number;
}

/** An element, by what a person sees of it. */
interface Element {
  label?: string;
  role?: string;
  name?: string;
}

/** One step of a sign-in; one of these. */
export interface Step {
  open?: { url: string };
  /** With a text, or the name of a secret of the product. */
  fill?: Element & { text?: string; secret?: string };
  click?: Element;
  expect?: Element & { text?: string; url?: string };
}

/** Where a run ends at the latest. */
export interface Budget {
  pages: number;
  minutes: number;
}

/** How fast each host is asked. */
export interface Pace {
  perSecond: number;
  together: number;
  /** The site is the organization's own: it may be asked faster, and robots.txt is not asked. */
  ownSite: boolean;
}

/** Looks at pages of a product again and again. */
@Entity('monitors')
export class Monitor {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  productId: string;

  @Column('int')
  number: number;

  @Column('text')
  name: string;

  /** The deployment that it looks at: its main line. */
  @Column('text', { nullable: true })
  environment: string | null;

  @Column('jsonb')
  source: Source;

  /** Null: by hand. */
  @Column('jsonb', { nullable: true })
  schedule: Schedule | null;

  /** What an agent must have. */
  @Column('text', { array: true })
  labels: string[];

  @Column('jsonb')
  tools: Tools;

  @Column('jsonb')
  viewports: Viewport[];

  @Column('text', { nullable: true })
  colourScheme: ColourScheme | null;

  /** A selector. */
  @Column('text', { nullable: true })
  waitFor: string | null;

  @Column('jsonb')
  steps: Step[];

  @Column('jsonb')
  budget: Budget;

  @Column('jsonb')
  pace: Pace;

  /** Whether agents take pictures of what they find. */
  @Column('boolean')
  evidence: boolean;

  @Column('text')
  state: MonitorState;

  /** When the schedule is due next; null: it never is. */
  @Column('timestamptz', { nullable: true })
  nextAt: Date | null;

  /** How many runs have failed, one after the other. */
  @Column('int')
  failures: number;

  /** How often people have changed it, from 1. */
  @VersionColumn()
  revision: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
