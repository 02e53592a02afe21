import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { CurrentProduct } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../../platform/http/endpoint.js';
import { RecordId } from '../../../platform/http/record-number.pipe.js';
import { BulkUpdated } from '../../../platform/lists/bulk.dto.js';
import { pageReader } from '../../../products/products/page-of.js';
import { Product } from '../../../products/products/product.entity.js';
import { BulkInventoryService } from './bulk-inventory.service.js';
import {
  BulkUpdateInventory,
  CreateInventoryPage,
  ImportInventory,
  InventoryImported,
  InventoryPageDto,
  InventoryPageEnvelope,
  InventoryPagePage,
  ListInventoryQuery,
  UpdateInventoryPage,
} from './dto/inventory-page.dto.js';
import { ImportPages } from './import-pages.service.js';
import type { InventoryPage } from './inventory-page.entity.js';
import { InventoryService } from './inventory.service.js';

/** The pages of a product. */
@RequireModule('testing')
@Resource('inventory')
@Controller('v1/organizations/:orgId/products/:productSlug/pages')
export class InventoryController {
  constructor(
    private readonly inventory: InventoryService,
    private readonly many: BulkInventoryService,
    private readonly imports: ImportPages,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List the pages of a product',
    access: 'member',
    returns: InventoryPagePage,
    refuses: { 400: ['search_too_broad'] },
  })
  async list(@CurrentProduct() product: Product, @Query() query: ListInventoryQuery): Promise<InventoryPagePage> {
    const { items, ...page } = await this.inventory.page(product, query);
    const pageOf = pageReader(product.pageRules);
    return { pages: items.map((item) => InventoryPageDto.from(item, pageOf)), ...page };
  }

  @Post()
  @Endpoint({
    summary: 'Add a page to the inventory of a product',
    access: 'member',
    returns: InventoryPageEnvelope,
    created: true,
    refuses: { 409: ['already_exists', 'product_archived', 'limit_reached'] },
  })
  async create(@CurrentProduct() product: Product, @Body() body: CreateInventoryPage): Promise<InventoryPageEnvelope> {
    return envelope(product, await this.inventory.create(product, body));
  }

  @Patch('bulk')
  @Endpoint({
    summary: 'Change many pages of a product at once',
    description: 'All or none; a filter can match at most 10,000 pages.',
    access: 'member',
    returns: BulkUpdated,
  })
  async bulkUpdate(@CurrentProduct() product: Product, @Body() body: BulkUpdateInventory): Promise<BulkUpdated> {
    return this.many.update(product, body);
  }

  @Post('import')
  @Endpoint({
    summary: 'Import pages from a table or a sitemap',
    description: 'At most 10,000 pages. Invalid entries are skipped and reported; existing pages are not changed.',
    access: 'member',
    bodyLimit: 1_048_576,
    gzip: true,
    returns: InventoryImported,
    refuses: { 409: ['product_archived', 'limit_reached'] },
  })
  async import(@CurrentProduct() product: Product, @Body() body: ImportInventory): Promise<InventoryImported> {
    return this.imports.import(product, body);
  }

  @Patch(':pageId')
  @Endpoint({ summary: 'Change a page', access: 'member', returns: InventoryPageEnvelope })
  async update(
    @CurrentProduct() product: Product,
    @Param('pageId', RecordId) id: string,
    @Body() body: UpdateInventoryPage,
  ): Promise<InventoryPageEnvelope> {
    return envelope(product, await this.inventory.update(product, id, body));
  }
}

const envelope = (product: Product, page: InventoryPage): InventoryPageEnvelope => ({
  page: InventoryPageDto.from(page, pageReader(product.pageRules)),
});
