import { named } from '#libs/fields';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

export const PAGE_KINDS = named(
  'PageKind',
  ['page', 'document'],
  '`document`: a file, such as a PDF, reviewed manually.',
);
export type PageKind = (typeof PAGE_KINDS)[number];

export const PAGE_STATES = named(
  'PageState',
  ['active', 'ignored', 'gone'],
  '`ignored`: excluded from runs. `gone`: not found (404 or 410) in two runs.',
);
export type PageState = (typeof PAGE_STATES)[number];

/** What people may set: that a page is gone is seen, not said. */
export const SETTABLE_PAGE_STATES = named(
  'SettablePageState',
  ['active', 'ignored'],
  'A state set by people; `gone` is detected by runs.',
);
export type SettablePageState = (typeof SETTABLE_PAGE_STATES)[number];

export const PAGE_ORIGINS = named(
  'PageOrigin',
  ['sitemap', 'crawl', 'person'],
  'The source: a sitemap, a link on another page, or a person.',
);
export type PageOrigin = (typeof PAGE_ORIGINS)[number];

/** A page or a document of a product, as its inventory has it. */
@Entity('inventory_pages')
export class InventoryPage {
  @PrimaryColumn('uuid')
  organizationId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  productId: string;

  /** As it is looked at, in the spelling of the WHATWG. */
  @Column('text')
  url: string;

  /** A digest of the address in its normal form: unique in the product. */
  @Column('uuid')
  addressKey: string;

  @Column('text', { nullable: true })
  title: string | null;

  @Column('text')
  kind: PageKind;

  /** The area that it belongs to. */
  @Column('uuid', { nullable: true })
  areaId: string | null;

  @Column('text')
  state: PageState;

  @Column('text')
  origin: PageOrigin;

  @CreateDateColumn({ type: 'timestamptz' })
  firstSeenAt: Date;

  /** When a run looked at it last, or found that it is gone; null: none has. */
  @Column('timestamptz', { nullable: true })
  lookedAt: Date | null;

  /** A digest of how it is made, as an agent has told it. */
  @Column('text', { nullable: true })
  template: string | null;

  /** How many findings the last look had; null: no run has looked. */
  @Column('int', { nullable: true })
  findingCount: number | null;

  /** In how many runs, one after the other, it was gone. */
  @Column('int', { default: 0 })
  goneRuns: number;

  /** When it was named last, by whatever names pages. */
  @CreateDateColumn({ type: 'timestamptz' })
  lastSeenAt: Date;
}
