import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { CurrentProduct } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { withRevision } from '../../platform/http/entity-tag.js';
import { withCurrentOnConflict } from '../../platform/work/check-if-match.js';
import { Area } from './area.entity.js';
import { AreasService } from './areas.service.js';
import { AreaDto, AreaEnvelope, AreaList, CreateArea, ListAreasQuery, UpdateArea } from './dto/area.dto.js';
import { Product } from './product.entity.js';

const REFUSES = { 404: ['not_found'] };

/** The areas of a product. */
@RequireModule('products')
@Resource('areas')
@Controller('v1/organizations/:orgId/products/:productSlug/areas')
export class AreasController {
  constructor(private readonly areas: AreasService) {}

  @Get()
  @Endpoint({ summary: 'List areas', access: 'member', returns: AreaList })
  async list(@CurrentProduct() product: Product, @Query() { archived }: ListAreasQuery): Promise<AreaList> {
    return { areas: (await this.areas.list(product, archived)).map(AreaDto.from) };
  }

  @Post()
  @Endpoint({
    summary: 'Create an area',
    access: 'admin',
    returns: AreaEnvelope,
    created: ({ area }: AreaEnvelope) => area.slug,
    refuses: { 409: ['product_archived', 'already_exists', 'limit_reached'] },
  })
  async create(@CurrentProduct() product: Product, @Body() body: CreateArea): Promise<AreaEnvelope> {
    return envelope(await this.areas.create(product, body));
  }

  @Get(':areaSlug')
  @Endpoint({ summary: 'Read an area', access: 'member', returns: AreaEnvelope, refuses: REFUSES })
  async read(@CurrentProduct() product: Product, @Param('areaSlug') slug: string): Promise<AreaEnvelope> {
    return envelope(await this.areas.read(product, slug));
  }

  @Patch(':areaSlug')
  @Endpoint({
    summary: 'Change an area',
    guarded: true,
    access: 'admin',
    returns: AreaEnvelope,
    refuses: { ...REFUSES, 409: ['already_exists'] },
  })
  async update(
    @CurrentProduct() product: Product,
    @Param('areaSlug') slug: string,
    @Body() body: UpdateArea,
  ): Promise<AreaEnvelope> {
    return withCurrentOnConflict(this.areas.update(product, slug, body).then(envelope), () => this.read(product, slug));
  }

  @Delete(':areaSlug')
  @Endpoint({
    summary: 'Delete an area; records tagged with it lose the tag',
    guarded: true,
    access: 'admin',
    refuses: REFUSES,
  })
  async delete(@CurrentProduct() product: Product, @Param('areaSlug') slug: string): Promise<void> {
    await withCurrentOnConflict(this.areas.delete(product, slug), () => this.read(product, slug));
  }

  @Post(':areaSlug/archive')
  @Endpoint({ summary: 'Archive an area', access: 'admin', returns: AreaEnvelope, refuses: REFUSES })
  async archive(@CurrentProduct() product: Product, @Param('areaSlug') slug: string): Promise<AreaEnvelope> {
    return envelope(await this.areas.archive(product, slug));
  }

  @Post(':areaSlug/unarchive')
  @Endpoint({
    summary: 'Restore an archived area',
    access: 'admin',
    returns: AreaEnvelope,
    refuses: { ...REFUSES, 409: ['product_archived'] },
  })
  async unarchive(@CurrentProduct() product: Product, @Param('areaSlug') slug: string): Promise<AreaEnvelope> {
    return envelope(await this.areas.unarchive(product, slug));
  }
}

const envelope = (area: Area): AreaEnvelope => withRevision({ area: AreaDto.from(area) }, area);
