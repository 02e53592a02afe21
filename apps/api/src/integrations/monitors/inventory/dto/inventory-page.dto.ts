import {
  CheckTogether,
  Choice,
  ChoiceList,
  ChoiceListParameter,
  Described,
  fieldsOf,
  Flag,
  HttpUrl,
  Id,
  IdList,
  Integer,
  named,
  Nested,
  NestedList,
  Text,
  TextList,
  TextListParameter,
  TextParameter,
  Timestamp,
} from '#libs/fields';
import { SortedPageQuery } from '../../../../platform/lists/page-query.js';
import { Total } from '../../../../platform/lists/pagination.js';
import type { PageOf } from '../../../../products/products/page-of.js';
import { TITLE_LENGTH } from '../../../../products/products/title-length.js';
import {
  type InventoryPage,
  PAGE_KINDS,
  PAGE_ORIGINS,
  PAGE_STATES,
  type PageKind,
  type PageOrigin,
  type PageState,
  SETTABLE_PAGE_STATES,
  type SettablePageState,
} from '../inventory-page.entity.js';
import { IMPORT_FORMATS, type ImportFormat } from '../read-import.js';

const NAMED_AREAS = 'Areas of the product, by their slugs or ids';
const SEARCHED = 'Searches address and title.';

/** A page of a product, as its inventory has it. */
@Described('A page or a document of a product.')
export class InventoryPageDto {
  @Id()
  id: string;
  @HttpUrl({ description: 'The URL to examine.' })
  url: string;
  @Text({ description: 'The page by the `pageRules` of the product, used to compare findings.' })
  page: string;
  @Text({ nullable: true })
  title: string | null;
  @Choice(PAGE_KINDS)
  kind: PageKind;
  @Id({ nullable: true })
  areaId: string | null;
  @Choice(PAGE_STATES)
  state: PageState;
  @Choice(PAGE_ORIGINS)
  origin: PageOrigin;
  @Timestamp({ description: 'When it was added.' })
  firstSeenAt: Date;
  @Timestamp({ nullable: true, description: 'The last examination by a monitor; null if none.' })
  lookedAt: Date | null;
  @Text({ nullable: true, description: 'Equal for pages with the same template.' })
  template: string | null;
  @Integer({ nullable: true, description: 'The number of findings in the last examination by a monitor.' })
  findingCount: number | null;
  @Timestamp({ description: 'The last mention by a person, an import or a run.' })
  lastSeenAt: Date;

  static from(page: InventoryPage, pageOf: PageOf): InventoryPageDto {
    return { ...fieldsOf(InventoryPageDto, page), page: pageOf(page.url) };
  }
}

/** One page of an inventory. */
export class InventoryPageEnvelope {
  @Nested(() => InventoryPageDto)
  page: InventoryPageDto;
}

/** A page of the list of an inventory. */
export class InventoryPagePage {
  @NestedList(() => InventoryPageDto)
  pages: InventoryPageDto[];
  @Total()
  total: number | null;
  @Integer()
  page: number;
  @Integer()
  pageSize: number;
}

/** Which pages of an inventory to list. */
export class ListInventoryQuery extends SortedPageQuery(
  25,
  named('InventorySortField', ['firstSeenAt', 'url', 'lookedAt', 'findingCount'], 'The sort field of the inventory.'),
) {
  @ChoiceListParameter(PAGE_STATES)
  state?: PageState[];
  @ChoiceListParameter(PAGE_KINDS)
  kind?: PageKind[];
  @ChoiceListParameter(PAGE_ORIGINS)
  origin?: PageOrigin[];
  @TextListParameter({ description: `${NAMED_AREAS}; comma-separated.` })
  area?: string[];
  @TextParameter({ description: SEARCHED })
  q?: string;
}

/** What people say of a page. */
class PageWords {
  @Text({ optional: true, nullable: true, max: TITLE_LENGTH })
  title?: string | null;
  @Choice(PAGE_KINDS, { optional: true, description: 'If absent, `page`.' })
  kind?: PageKind;
  @Id({ optional: true, nullable: true, description: 'An area of the product.' })
  areaId?: string | null;
}

/** A new page. */
export class CreateInventoryPage extends PageWords {
  @HttpUrl({
    description: 'Normalized according to the WHATWG URL standard, without fragments for positions on the page.',
  })
  url: string;
}

/** What to change of a page. */
export class UpdateInventoryPage {
  @Text({ optional: true, nullable: true, max: TITLE_LENGTH })
  title?: string | null;
  @Choice(PAGE_KINDS, { optional: true })
  kind?: PageKind;
  @Id({ optional: true, nullable: true, description: 'An area of the product.' })
  areaId?: string | null;
  @Choice(SETTABLE_PAGE_STATES, { optional: true })
  state?: SettablePageState;
}

const SEVERAL = { optional: true, min: 1 } as const;

/** The filters of the list of an inventory, as a body has them. */
@Described('All pages that match these filters.')
export class InventoryFilter {
  @ChoiceList(PAGE_STATES, SEVERAL)
  state?: PageState[];
  @ChoiceList(PAGE_KINDS, SEVERAL)
  kind?: PageKind[];
  @ChoiceList(PAGE_ORIGINS, SEVERAL)
  origin?: PageOrigin[];
  @TextList({ optional: true, minItems: 1, max: 200, description: `${NAMED_AREAS}.` })
  area?: string[];
  @Text({ optional: true, max: 200, description: SEARCHED })
  q?: string;
}

/** What to change of many pages at once. */
@Described('The change to all of the pages.')
export class InventoryBulkData {
  @Choice(SETTABLE_PAGE_STATES, { optional: true })
  state?: SettablePageState;
  @Choice(PAGE_KINDS, { optional: true })
  kind?: PageKind;
  @Id({ optional: true, nullable: true, description: 'An area of the product.' })
  areaId?: string | null;
}

/** Which pages, and what to change of all of them. */
@CheckTogether<BulkUpdateInventory>(({ ids, filter }) =>
  (ids === undefined) === (filter === undefined)
    ? [{ path: '/ids', code: 'required', message: 'name the pages either by ids or by a filter' }]
    : [],
)
export class BulkUpdateInventory {
  @IdList({ optional: true, min: 1, max: 100, description: 'Ids of pages of this product.' })
  ids?: string[];
  @Nested(() => InventoryFilter, { optional: true })
  filter?: InventoryFilter;
  @Nested(() => InventoryBulkData)
  data: InventoryBulkData;
}

/** A list of pages that exists elsewhere. */
export class ImportInventory {
  @Choice(IMPORT_FORMATS)
  format: ImportFormat;
  @Text({ max: 1_000_000, filled: true, description: 'The content of the table or the sitemap.' })
  content: string;
  @Flag({ optional: true, description: 'Preview only. If absent, false.' })
  dryRun?: boolean;
}

/** A line of an import that names no page. */
@Described('A rejected entry, with the reason.')
export class SkippedPage {
  @Integer({ min: 1, description: 'The line of the table, or the position in the sitemap.' })
  at: number;
  @Text({ description: 'The reasons, separated by semicolons.' })
  reason: string;
}

/** What became of an import. */
export class InventoryImported {
  @Integer({ min: 0, description: 'The number of new pages.' })
  added: number;
  @Integer({ min: 0, description: 'The number of known or repeated pages.' })
  known: number;
  @Integer({ min: 0, description: 'The number of invalid entries.' })
  skipped: number;
  @NestedList(() => SkippedPage, { description: 'The first 100 invalid entries.' })
  reasons: SkippedPage[];
}
