import { requireBelowLimit, Settings } from '#libs/config';
import { Conflict, NotFound } from '#libs/errors';
import { newId } from '#libs/ids';
import { changedFields, pickDefined } from '#libs/rows';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull } from 'typeorm';
import { chooseSlug } from '../work/choose-slug.js';
import type { Unit } from '../work/unit.js';
import { Work } from '../work/work.service.js';
import { active } from './active.js';
import { Area } from './area.entity.js';
import type { CreateArea, UpdateArea } from './dto/area.dto.js';
import { activeLock } from './product-records.js';
import { Product } from './product.entity.js';

/** The product of the area is archived, so the area stays archived with it. */
class ParentArchived extends Conflict {
  readonly code = 'product_archived';
  constructor() {
    super('The product is archived; unarchive it to restore its areas.');
  }
}

/** The areas of a product. */
@Injectable()
export class AreasService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly work: Work,
    private readonly settings: Settings,
  ) {}

  async list(product: Product, archived: boolean): Promise<Area[]> {
    return this.database.manager
      .createQueryBuilder(Area, 'area')
      .where('area.productId = :id AND (area.archivedAt IS NOT NULL) = :archived', { id: product.id, archived })
      .orderBy('lower(area.name)')
      .addOrderBy('area.id')
      .getMany();
  }

  async read(product: Product, slug: string): Promise<Area> {
    const area = await this.database.manager.findOneBy(Area, { productId: product.id, slug });
    if (!area) throw new NotFound('area');
    return area;
  }

  async create(product: Product, body: CreateArea): Promise<Area> {
    return this.work.unit(async (unit) => {
      const { tx } = unit;
      await unit.lock(activeLock(product.organizationId, [product.id]));
      const slug = await freeSlug(unit, product.id, body.name);
      requireBelowLimit(this.settings, 'areas', await tx.countBy(Area, { productId: product.id }));
      const area = {
        id: newId(),
        organizationId: product.organizationId,
        productId: product.id,
        name: body.name,
        slug,
        description: body.description ?? null,
        archivedAt: null,
      };
      await tx.insert(Area, area);
      unit.record({ ...subjectOfArea(product, area), type: 'area.created' });
      return tx.findOneByOrFail(Area, { id: area.id });
    });
  }

  async update(product: Product, slug: string, body: UpdateArea): Promise<Area> {
    const area = await this.read(product, slug);
    return this.work.unit(async (unit) => {
      const { tx } = unit;
      const values: Partial<Area> = pickDefined(body, 'name', 'description');
      if (values.name !== undefined && values.name !== area.name) {
        values.slug = await freeSlug(unit, product.id, values.name, area.id);
      }
      const changes = changedFields(area, values);
      if (changes.length > 0) {
        await tx.update(Area, { id: area.id }, values);
        unit.record({ ...subjectOfArea(product, { ...area, ...values }), type: 'area.updated', changes });
      }
      return tx.findOneByOrFail(Area, { id: area.id });
    });
  }

  async delete(product: Product, slug: string): Promise<void> {
    const area = await this.read(product, slug);
    await this.work.unit(async (unit) => {
      const { affected } = await unit.tx.delete(Area, { id: area.id });
      if (affected) unit.record({ ...subjectOfArea(product, area), type: 'area.deleted' });
    });
  }

  async archive(product: Product, slug: string): Promise<Area> {
    const area = await this.read(product, slug);
    return this.work.unit(async (unit) => {
      const { tx } = unit;
      const { affected } = await tx.update(Area, { id: area.id, archivedAt: IsNull() }, { archivedAt: new Date() });
      if (affected) unit.record({ ...subjectOfArea(product, area), type: 'area.archived' });
      return tx.findOneByOrFail(Area, { id: area.id });
    });
  }

  async unarchive(product: Product, slug: string): Promise<Area> {
    const area = await this.read(product, slug);
    return this.work.unit(async (unit) => {
      const { tx } = unit;
      const parent = await tx.findOne(Product, { where: { id: product.id }, lock: { mode: 'pessimistic_read' } });
      if (!parent || !active(parent)) throw new ParentArchived();
      if (!active(area)) {
        await tx.update(Area, { id: area.id }, { archivedAt: null });
        unit.record({ ...subjectOfArea(product, area), type: 'area.unarchived' });
      }
      return tx.findOneByOrFail(Area, { id: area.id });
    });
  }
}

const freeSlug = (unit: Unit, productId: string, name: string, except?: string): Promise<string> =>
  chooseSlug(unit, Area, name, { kind: 'area', owner: productId, where: [{ productId }], except });

const subjectOfArea = (product: Product, { id, name }: Pick<Area, 'id' | 'name'>) => ({
  organizationId: product.organizationId,
  productId: product.id,
  subject: { id, title: name },
});
