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
  @HttpUrl({ description: 'As it is looked at.' })
  url: string;
  @Text({ description: 'What the `pageRules` of the product make of it: by this findings are compared.' })
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
  @Timestamp({ description: 'When it became known.' })
  firstSeenAt: Date;
  @Timestamp({ nullable: true, description: 'When a monitor looked at it last; null: none has.' })
  lookedAt: Date | null;
  @Text({ nullable: true, description: 'Pages that are made alike have the same.' })
  template: string | null;
  @Integer({ nullable: true, description: 'How many findings the last look of a monitor had.' })
  findingCount: number | null;
  @Timestamp({ description: 'When it was named last: by somebody, an import or a run.' })
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
  named('InventorySortField', ['firstSeenAt', 'url', 'lookedAt', 'findingCount'], 'What an inventory is ordered by.'),
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
  @Choice(PAGE_KINDS, { optional: true, description: '`page` when absent.' })
  kind?: PageKind;
  @Id({ optional: true, nullable: true, description: 'An area of the product.' })
  areaId?: string | null;
}

/** A new page. */
export class CreateInventoryPage extends PageWords {
  @HttpUrl({ description: 'Kept in the spelling of the WHATWG, without a fragment that is only a place on the page.' })
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
@Described('All pages that the list with these filters has.')
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
@Described('What is changed in all of the pages.')
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
    ? [{ path: '/ids', code: 'required', message: 'name the pages by ids, or by a filter' }]
    : [],
)
export class BulkUpdateInventory {
  @IdList({ optional: true, min: 1, max: 100, description: 'Of pages of this product.' })
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
  @Text({ max: 1_000_000, filled: true, description: 'The table or the sitemap itself.' })
  content: string;
  @Flag({ optional: true, description: 'Only tells what would be added. False when absent.' })
  dryRun?: boolean;
}

/** A line of an import that names no page. */
@Described('What could not be added, and why.')
export class SkippedPage {
  @Integer({ min: 1, description: 'The line of a table, or which address of a sitemap.' })
  at: number;
  @Text({ description: 'In words; several are separated by semicolons.' })
  reason: string;
}

/** What became of an import. */
export class InventoryImported {
  @Integer({ min: 0, description: 'Pages that are new.' })
  added: number;
  @Integer({ min: 0, description: 'Pages that the inventory had, or that were named twice.' })
  known: number;
  @Integer({ min: 0, description: 'What names no page.' })
  skipped: number;
  @NestedList(() => SkippedPage, { description: 'The first hundred of those.' })
  reasons: SkippedPage[];
}
