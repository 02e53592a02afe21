import { requireRoom, Settings } from '#libs/config';
import { inTransaction, takeTurns } from '#libs/database';
import { NotFound, unknownReference } from '#libs/errors';
import { newId } from '#libs/ids';
import { changedFields, present } from '#libs/rows';
import { freeSlug, slugOf } from '#libs/slugs';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { record } from '../events/record.js';
import { regrade } from '../grading/regrade.js';
import { Member } from '../organizations/members/member.entity.js';
import { Organization } from '../organizations/organization.entity.js';
import { holdReferences, requireLevel, requireStandard } from '../standards/reference.js';
import { Area } from './area.entity.js';
import type { CreateProduct, UpdateProduct } from './dto/product.dto.js';
import { ProductPin } from './product-pin.entity.js';
import { Product } from './product.entity.js';

/** Does what must be done in the transaction in which a product is deleted, while it is still there. */
type Farewell = (tx: EntityManager, product: Product) => Promise<void>;

/** The products of an organization. */
@Injectable()
export class ProductsService {
  private readonly farewells: Farewell[] = [];

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: Settings,
  ) {}

  async create(organization: Organization, body: CreateProduct): Promise<Product> {
    return inTransaction(this.database, async (tx) => {
      const slug = await this.freeSlug(tx, organization.id, body.name);
      requireRoom(this.settings, 'products', await tx.countBy(Product, { organizationId: organization.id }));
      const product = tx.create(Product, { ...EMPTY, ...body, id: newId(), slug, organizationId: organization.id });
      await tx.insert(Product, product);
      await record(tx, { ...about(product), type: 'product.created' });
      await regrade(tx, product.id);
      return tx.findOneByOrFail(Product, { id: product.id });
    });
  }

  async update(organization: Organization, { id }: Product, body: UpdateProduct): Promise<Product> {
    return inTransaction(this.database, async (tx) => {
      await holdReferences(tx, body);
      // As it is once those before us are done: its level must be one of the standard that it has then.
      const product = await tx.findOne(Product, { where: { id }, lock: { mode: 'for_no_key_update' } });
      if (!product) throw new NotFound('product');
      const values: Partial<Product> = present(
        body,
        'name',
        'type',
        'description',
        'standardId',
        'auditFrequency',
        'responsiblePersonId',
      );
      if (body.conformanceLevel !== undefined) values.conformanceLevelId = body.conformanceLevel;
      await this.checkReferences(tx, organization, product, values);
      if (values.name !== undefined && values.name !== product.name) {
        values.slug = await this.freeSlug(tx, organization.id, values.name, product.id);
      }
      return this.change(tx, product, values);
    });
  }

  /** Registers what goes with every product that is deleted. */
  whenOneEnds(farewell: Farewell): void {
    this.farewells.push(farewell);
  }

  async delete(product: Product): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      for (const farewell of this.farewells) await farewell(tx, product);
      const { affected } = await tx.delete(Product, { id: product.id });
      if (affected) await record(tx, { ...about(product), type: 'product.deleted' });
    });
  }

  /** Archives the product and all its areas; creates under way are waited for, later ones are refused. */
  async archive(product: Product): Promise<Product> {
    return inTransaction(this.database, async (tx) => {
      const archivedAt = new Date();
      const { affected } = await tx.update(Product, { id: product.id, archivedAt: IsNull() }, { archivedAt });
      if (affected) {
        await tx.update(Area, { productId: product.id, archivedAt: IsNull() }, { archivedAt });
        await record(tx, { ...about(product), type: 'product.archived' });
      }
      return tx.findOneByOrFail(Product, { id: product.id });
    });
  }

  async unarchive(product: Product): Promise<Product> {
    return inTransaction(this.database, async (tx) => {
      const [found] = await tx.query<unknown[]>(
        'SELECT 1 FROM products WHERE id = $1 AND archived_at IS NOT NULL FOR UPDATE',
        [product.id],
      );
      if (found) {
        await tx.update(Product, { id: product.id }, { archivedAt: null });
        await tx.update(Area, { productId: product.id }, { archivedAt: null });
        await record(tx, { ...about(product), type: 'product.unarchived' });
      }
      return tx.findOneByOrFail(Product, { id: product.id });
    });
  }

  async pin(product: Product, userId: string): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      const added = await tx.query<unknown[]>(
        `INSERT INTO product_pins (organization_id, user_id, product_id) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING RETURNING 1`,
        [product.organizationId, userId, product.id],
      );
      if (added.length > 0) await record(tx, { ...about(product), type: 'product.pinned' });
    });
  }

  async unpin(product: Product, userId: string): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      const { affected } = await tx.delete(ProductPin, { userId, productId: product.id });
      if (affected) await record(tx, { ...about(product), type: 'product.unpinned' });
    });
  }

  /** What stands beside a product when it is read: the caller's pin, and the current Grade. */
  async beside(product: Product, userId: string | null): Promise<{ isPinned: boolean; grade: object | null }> {
    const [row] = await this.database.query<[{ isPinned: boolean; grade: object | null }]>(
      `SELECT EXISTS (SELECT FROM product_pins WHERE user_id = $2 AND product_id = $1) AS "isPinned",
         (SELECT grade FROM current_grades WHERE product_id = $1) AS grade`,
      [product.id, userId],
    );
    return row;
  }

  private async change(tx: EntityManager, product: Product, values: Partial<Product>): Promise<Product> {
    const changes = changedFields(product, values);
    if (changes.length > 0) {
      await tx.update(Product, { id: product.id }, values as object);
      await record(tx, { ...about({ ...product, ...values }), type: 'product.updated', changes });
      if (changes.some(({ field }) => CONFORMANCE.has(field))) await regrade(tx, product.id);
    }
    return tx.findOneByOrFail(Product, { id: product.id });
  }

  /** Checks the references that a change names; a new standard clears a level that is not in it. */
  private async checkReferences(
    tx: EntityManager,
    organization: Organization,
    product: Product,
    values: Partial<Product>,
  ): Promise<void> {
    if (values.standardId) await requireStandard(tx, organization.id, values.standardId);
    const own = values.standardId === undefined ? product.standardId : values.standardId;
    if (values.conformanceLevelId) {
      await requireLevel(tx, own ?? organization.standardId, values.conformanceLevelId);
    } else if (
      values.standardId !== undefined &&
      values.standardId !== product.standardId &&
      values.conformanceLevelId === undefined
    ) {
      values.conformanceLevelId = null;
    }
    if (values.responsiblePersonId) {
      const isMember = await tx.existsBy(Member, {
        organizationId: organization.id,
        userId: values.responsiblePersonId,
      });
      if (!isMember) throw unknownReference('/responsiblePersonId', 'member', values.responsiblePersonId);
    }
  }

  private async freeSlug(tx: EntityManager, organizationId: string, name: string, except?: string): Promise<string> {
    await takeTurns(tx, 'product slugs', organizationId);
    const base = slugOf(name, 'product');
    const taken = await tx.query<{ slug: string }[]>(
      `SELECT slug FROM products WHERE organization_id = $1 AND (slug = $2 OR starts_with(slug, $2 || '-')) AND id IS DISTINCT FROM $3::uuid`,
      [organizationId, base, except ?? null],
    );
    return freeSlug(
      base,
      taken.map(({ slug }) => slug),
    );
  }
}

/** Settings that the Grade depends on. */
const CONFORMANCE = new Set(['standardId', 'conformanceLevelId', 'auditFrequency']);

const EMPTY = {
  description: null,
  standardId: null,
  conformanceLevelId: null,
  auditFrequency: null,
  responsiblePersonId: null,
  archivedAt: null,
};

const about = ({ id, organizationId, name }: Product) => ({
  organizationId,
  productId: id,
  subject: { id, title: name },
});
