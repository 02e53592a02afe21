import { requireRoom, Settings } from '#libs/config';
import { inTransaction, takeTurns } from '#libs/database';
import { Conflict, NotFound } from '#libs/errors';
import { newId } from '#libs/ids';
import { changedFields, present } from '#libs/rows';
import { freeSlug, slugOf } from '#libs/slugs';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { record } from '../events/record.js';
import { Area } from './area.entity.js';
import type { CreateArea, UpdateArea } from './dto/area.dto.js';
import { requireLive } from './product-records.js';
import type { Product } from './product.entity.js';

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
    return inTransaction(this.database, async (tx) => {
      await requireLive(tx, product.id);
      const slug = await this.freeSlug(tx, product.id, body.name);
      requireRoom(this.settings, 'areas', await tx.countBy(Area, { productId: product.id }));
      const area = {
        id: newId(),
        productId: product.id,
        name: body.name,
        slug,
        description: body.description ?? null,
        archivedAt: null,
      };
      await tx.insert(Area, area);
      await record(tx, { ...about(product, area), type: 'area.created' });
      return tx.findOneByOrFail(Area, { id: area.id });
    });
  }

  async update(product: Product, slug: string, body: UpdateArea): Promise<Area> {
    const area = await this.read(product, slug);
    return inTransaction(this.database, async (tx) => {
      const values: Partial<Area> = present(body, 'name', 'description');
      if (values.name !== undefined && values.name !== area.name) {
        values.slug = await this.freeSlug(tx, product.id, values.name, area.id);
      }
      const changes = changedFields(area, values);
      if (changes.length > 0) {
        await tx.update(Area, { id: area.id }, values);
        await record(tx, { ...about(product, { ...area, ...values }), type: 'area.updated', changes });
      }
      return tx.findOneByOrFail(Area, { id: area.id });
    });
  }

  async delete(product: Product, slug: string): Promise<void> {
    const area = await this.read(product, slug);
    await inTransaction(this.database, async (tx) => {
      const { affected } = await tx.delete(Area, { id: area.id });
      if (affected) await record(tx, { ...about(product, area), type: 'area.deleted' });
    });
  }

  async archive(product: Product, slug: string): Promise<Area> {
    const area = await this.read(product, slug);
    return inTransaction(this.database, async (tx) => {
      const { affected } = await tx.update(Area, { id: area.id, archivedAt: IsNull() }, { archivedAt: new Date() });
      if (affected) await record(tx, { ...about(product, area), type: 'area.archived' });
      return tx.findOneByOrFail(Area, { id: area.id });
    });
  }

  async unarchive(product: Product, slug: string): Promise<Area> {
    const area = await this.read(product, slug);
    return inTransaction(this.database, async (tx) => {
      const [live] = await tx.query<unknown[]>(
        'SELECT 1 FROM products WHERE id = $1 AND archived_at IS NULL FOR SHARE',
        [product.id],
      );
      if (!live) throw new ParentArchived();
      if (area.archivedAt) {
        await tx.update(Area, { id: area.id }, { archivedAt: null });
        await record(tx, { ...about(product, area), type: 'area.unarchived' });
      }
      return tx.findOneByOrFail(Area, { id: area.id });
    });
  }

  private async freeSlug(tx: EntityManager, productId: string, name: string, except?: string): Promise<string> {
    await takeTurns(tx, 'area slugs', productId);
    const base = slugOf(name, 'area');
    const taken = await tx.query<{ slug: string }[]>(
      `SELECT slug FROM areas WHERE product_id = $1 AND (slug = $2 OR starts_with(slug, $2 || '-')) AND id IS DISTINCT FROM $3::uuid`,
      [productId, base, except ?? null],
    );
    return freeSlug(
      base,
      taken.map(({ slug }) => slug),
    );
  }
}

const about = (product: Product, { id, name }: Pick<Area, 'id' | 'name'>) => ({
  organizationId: product.organizationId,
  productId: product.id,
  subject: { id, title: name },
});
