import { clock } from '#libs/clock';
import { requireBelowLimit } from '#libs/config';
import { Conflict, NotFound } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { changedFields, pickDefined } from '../../platform/lists/changed-fields.js';
import { keyOf } from '../../platform/lists/key-of.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { checkIfMatch } from '../../platform/work/check-if-match.js';
import { chooseSlug } from '../../platform/work/choose-slug.js';
import { RemovalHooks } from '../../platform/work/removal-hooks.js';
import { renamed } from '../../platform/work/slugs.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { active } from './active.js';
import { Area } from './area.entity.js';
import type { CreateArea, UpdateArea } from './dto/area.dto.js';
import { namedArea } from './named-product.js';
import { inProduct, type ProductKey } from './product-key.js';
import { activeLock } from './product-records.js';
import { Product } from './product.entity.js';
import { Quotas } from '../../accounts/organizations/quotas.service.js';

/** The product of the area is archived, so the area stays archived with it. */
class ParentArchived extends Conflict {
  readonly code = 'product_archived';
  constructor() {
    super('The product is archived. Restore it first, then its areas.');
  }
}

/** The areas of a product. */
@Injectable()
export class AreasService {
  readonly beforeRemoval = new RemovalHooks<Area>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly quotas: Quotas,
  ) {}

  async list(product: Product, archived: boolean): Promise<Area[]> {
    return this.database.manager
      .createQueryBuilder(Area, 'area')
      .where('area.organizationId = :organizationId AND area.productId = :productId', inProduct(product))
      .andWhere('(area.archivedAt IS NOT NULL) = :archived', { archived })
      .orderBy('lower(area.name)')
      .addOrderBy('area.id')
      .getMany();
  }

  async read(product: Product, slug: string): Promise<Area> {
    return this.find(this.database.manager, product, slug);
  }

  async create(product: Product, body: CreateArea): Promise<Area> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(activeLock(product.organizationId, [product.id]));
      const slug = await areaSlug(change, product, body.name);
      requireBelowLimit(this.quotas.of(product.organizationId), 'areas', await tx.countBy(Area, inProduct(product)));
      const area = {
        id: newId(),
        ...inProduct(product),
        name: body.name,
        slug,
        formerSlugs: [],
        description: body.description ?? null,
        archivedAt: null,
      };
      await tx.insert(Area, area);
      change.record({ ...subjectOfArea(product, area), type: 'area.created' });
      return tx.findOneByOrFail(Area, keyOf(area));
    });
  }

  async update(product: Product, slug: string, body: UpdateArea): Promise<Area> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const area = await this.find(tx, product, slug, { lock: true });
      checkIfMatch(area);
      const values: Partial<Area> = pickDefined(body, 'name', 'description');
      if (values.name !== undefined && values.name !== area.name) {
        values.slug = await areaSlug(change, product, values.name, area.id);
      }
      const changes = changedFields(area, values);
      if (changes.length > 0) {
        const slugs = values.slug === undefined ? {} : renamed(area, values.slug);
        await tx.update(Area, keyOf(area), { ...values, ...slugs });
        change.record({ ...subjectOfArea(product, { ...area, ...values }), type: 'area.updated', changes });
      }
      return tx.findOneByOrFail(Area, keyOf(area));
    });
  }

  async delete(product: Product, slug: string): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const area = await this.find(change.tx, product, slug, { lock: true });
      checkIfMatch(area);
      await this.beforeRemoval.run(change, area);
      await change.tx.delete(Area, keyOf(area));
      change.record({ ...subjectOfArea(product, area), type: 'area.deleted' });
    });
  }

  async archive(product: Product, slug: string): Promise<Area> {
    const area = await this.read(product, slug);
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const { affected } = await tx.update(Area, { ...keyOf(area), archivedAt: IsNull() }, { archivedAt: clock.now() });
      if (affected) change.record({ ...subjectOfArea(product, area), type: 'area.archived' });
      return tx.findOneByOrFail(Area, keyOf(area));
    });
  }

  async unarchive(product: Product, slug: string): Promise<Area> {
    const area = await this.read(product, slug);
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const parent = await tx.findOne(Product, { where: keyOf(product), lock: { mode: 'pessimistic_read' } });
      if (!parent || !active(parent)) throw new ParentArchived();
      if (!active(area)) {
        await tx.update(Area, keyOf(area), { archivedAt: null });
        change.record({ ...subjectOfArea(product, area), type: 'area.unarchived' });
      }
      return tx.findOneByOrFail(Area, keyOf(area));
    });
  }

  /** The area of this name, locked where it is about to change. */
  private async find(tx: EntityManager, product: Product, name: string, { lock = false } = {}): Promise<Area> {
    const found = tx
      .createQueryBuilder(Area, 'area')
      .where(`area.organizationId = :organizationId AND area.id = ${AREA_NAMED}`, { ...inProduct(product), name });
    const area = await (lock ? found.setLock('pessimistic_write') : found).getOne();
    if (!area) throw new NotFound('area');
    return area;
  }
}

const areaSlug = (change: ChangeContext, product: ProductKey, name: string, except?: string): Promise<string> =>
  chooseSlug(change, Area, name, {
    ...{ kind: 'area', owner: product.id, where: [inProduct(product)], except },
    keepsFormer: true,
  });

const AREA_NAMED = namedArea(':organizationId', ':productId', ':name');

const subjectOfArea = (product: Product, { id, name }: Pick<Area, 'id' | 'name'>) => ({
  ...inProduct(product),
  subject: { id, title: name },
});
