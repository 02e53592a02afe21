import { clock } from '#libs/clock';
import { requireBelowLimit } from '#libs/config';
import { execute, query } from '#libs/database';
import { NotFound, requireEach, unknownReferences } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { LIMITED_REQUIREMENTS } from '../../standards/catalogue/built-in.js';
import type { Feature } from '../../standards/catalogue/features.js';
import type { ProductRead, ReadWithProduct } from '../../platform/http/product-read.js';
import { changedFields, pickDefined } from '../../platform/lists/changed-fields.js';
import { keyOf } from '../../platform/lists/key-of.js';
import { changedDeadlines } from '../../accounts/organizations/deadlines.js';
import { requireMember } from '../../accounts/organizations/members/require-member.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { requireTeam } from '../../accounts/organizations/teams/require-team.js';
import { changedConformance, referenceLocks, requireConformance } from '../../standards/standards/reference.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { checkIfMatch } from '../../platform/work/check-if-match.js';
import { chooseSlug } from '../../platform/work/choose-slug.js';
import { renamed } from '../../platform/work/slugs.js';
import { RemovalHooks } from '../../platform/work/removal-hooks.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { active } from './active.js';
import { Area } from './area.entity.js';
import type { CreateProduct, UpdateProduct } from './dto/product.dto.js';
import { inProduct } from './product-key.js';
import { ProductPin } from './product-pin.entity.js';
import { type PageRule, Product, type ProductType } from './product.entity.js';
import {
  DETAILS,
  DETAILS_OF_PRODUCT,
  GO_ON_WITH_NUMBERS,
  HOLD,
  KEEP_NUMBERS,
  LOCK_GRADE,
  PIN,
  type ProductDetails,
  SLUGS_OF_DELETED,
} from './products.sql.js';
import { Quotas } from '../../accounts/organizations/quotas.service.js';

/** The products of an organization. */
@Injectable()
export class ProductsService implements ReadWithProduct {
  /** Hooks that run before a product is deleted. */
  readonly beforeRemoval = new RemovalHooks<Product>();
  /** Called before all products of an organization are deleted, which is named by its id. */
  readonly beforeAllRemoved = new RemovalHooks<string>();
  /** Lock what others change before they compute the Grade, so that the deletion waits for them and they for it. */
  readonly lockContents = new RemovalHooks<Product>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly quotas: Quotas,
  ) {}

  async create(organization: Organization, body: CreateProduct): Promise<Product> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const slug = await productSlug(change, organization.id, body.name);
      requireBelowLimit(
        this.quotas.of(organization.id),
        'products',
        await tx.countBy(Product, { organizationId: organization.id }),
      );
      const product = tx.create(Product, {
        ...DEFAULTS,
        features: featuresOf(body.type),
        ...body,
        id: newId(),
        slug,
        organizationId: organization.id,
      });
      await tx.insert(Product, product);
      await execute(tx, GO_ON_WITH_NUMBERS, [organization.id, product.id, product.slug]);
      change.record({ ...subjectOfProduct(product), type: 'product.created' });
      change.regradeAfterwards(product);
      return tx.findOneByOrFail(Product, keyOf(product));
    });
  }

  async update(organization: Organization, { id }: Product, body: UpdateProduct): Promise<Product> {
    const key = { organizationId: organization.id, id };
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(...referenceLocks(organization.id, body));
      // Read with a lock: the level must belong to the standard that the product has after concurrent changes.
      const product = await tx.findOne(Product, { where: key, lock: { mode: 'for_no_key_update' } });
      if (!product) throw new NotFound('product');
      await this.requireReferences(tx, organization, product, body);
      checkIfMatch(product);
      const values: Partial<Product> = {
        ...pickDefined(body, 'name', 'type', 'description', 'auditFrequency', 'responsiblePersonId', 'teamId'),
        ...(body.deadlines !== undefined && { deadlines: changedDeadlines(product.deadlines, body.deadlines) }),
        ...(body.features && { features: [...new Set(body.features)].toSorted() }),
        ...(body.drawnIn && { drawnIn: [...new Set(body.drawnIn.map((one) => one.toLowerCase()))].toSorted() }),
        ...(body.pageRules && { pageRules: body.pageRules.map(pageRuleOf) }),
        ...changedConformance(product, body),
      };
      if (values.name !== undefined && values.name !== product.name) {
        values.slug = await productSlug(change, organization.id, values.name, product);
      }
      const changes = changedFields(product, values);
      if (changes.length > 0) {
        const slugs = values.slug === undefined ? {} : renamed(product, values.slug);
        await tx.update(Product, key, { ...values, ...slugs } as object);
        change.record({ ...subjectOfProduct({ ...product, ...values }), type: 'product.updated', changes });
        if (changes.some(({ field }) => GRADE_SETTINGS.has(field))) change.regradeAfterwards(product);
      }
      return tx.findOneByOrFail(Product, key);
    });
  }

  /** The product as it is now. */
  async read(product: Product): Promise<Product> {
    return this.find(this.database.manager, product);
  }

  async delete(product: Product): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const { organizationId, id } = product;
      await this.beforeRemoval.run(change, product);
      // In the order in which changes of records lock them: the deletion alone would take the product first.
      await query(tx, HOLD, [organizationId, id]);
      checkIfMatch(await this.find(tx, product));
      await this.lockContents.run(change, product);
      await query(tx, LOCK_GRADE, [organizationId, id]);
      await execute(tx, KEEP_NUMBERS, [organizationId, id]);
      const { affected } = await tx.delete(Product, keyOf(product));
      if (affected) change.record({ ...subjectOfProduct(product), type: 'product.deleted' });
    });
  }

  /** Archives the product and all its areas. Waits for concurrent creates; later ones fail. */
  async archive(product: Product): Promise<Product> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const archivedAt = clock.now();
      const { affected } = await tx.update(Product, { ...keyOf(product), archivedAt: IsNull() }, { archivedAt });
      if (affected) {
        await tx.update(Area, { ...inProduct(product), archivedAt: IsNull() }, { archivedAt });
        change.record({ ...subjectOfProduct(product), type: 'product.archived' });
      }
      return tx.findOneByOrFail(Product, keyOf(product));
    });
  }

  async unarchive(product: Product): Promise<Product> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const current = await tx.findOne(Product, { where: keyOf(product), lock: { mode: 'pessimistic_write' } });
      if (current && !active(current)) {
        await tx.update(Product, keyOf(product), { archivedAt: null });
        await tx.update(Area, inProduct(product), { archivedAt: null });
        change.record({ ...subjectOfProduct(product), type: 'product.unarchived' });
      }
      return tx.findOneByOrFail(Product, keyOf(product));
    });
  }

  async pin(product: Product, userId: string): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const added = await query(change.tx, PIN, [product.organizationId, userId, product.id]);
      if (added.length > 0) change.record({ ...subjectOfProduct(product), type: 'product.pinned' });
    });
  }

  async unpin(product: Product, userId: string): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const { affected } = await change.tx.delete(ProductPin, { ...inProduct(product), userId });
      if (affected) change.record({ ...subjectOfProduct(product), type: 'product.unpinned' });
    });
  }

  withProduct(): ProductRead<ProductDetails> {
    return { what: 'product', sql: DETAILS, read: (row) => row as unknown as ProductDetails };
  }

  async details({ organizationId, id }: Product): Promise<ProductDetails> {
    const [details] = await query(this.database, DETAILS_OF_PRODUCT, [organizationId, id]);
    return details!;
  }

  private async find(tx: EntityManager, product: Product): Promise<Product> {
    const current = await tx.findOneBy(Product, keyOf(product));
    if (!current) throw new NotFound('product');
    return current;
  }

  private async requireReferences(
    tx: EntityManager,
    organization: Organization,
    product: Product,
    body: UpdateProduct,
  ): Promise<void> {
    await requireEach(
      () => requireConformance(tx, organization.id, product, body, organization.standardId),
      () => requireMember(tx, organization.id, body.responsiblePersonId, '/responsiblePersonId'),
      () => requireTeam(tx, organization.id, body.teamId, '/teamId'),
      async () => requireLimitedScope(body.drawnIn),
    );
  }
}

/** Others apply to every product, and need not be drawn in. */
function requireLimitedScope(ids: readonly string[] = []): void {
  const unknown = ids.filter((id) => !LIMITED_REQUIREMENTS.has(id.toLowerCase()));
  if (unknown.length > 0)
    throw unknownReferences('/drawnIn', unknown, ids, 'requirement that does not apply to every product');
}

/**
 * The slug for a product of this name.
 * @param product that gets another one: it has numbers of its own, and cannot go on with those of a deleted one
 */
const productSlug = (
  change: ChangeContext,
  organizationId: string,
  name: string,
  product?: Pick<Product, 'id' | 'slug' | 'formerSlugs'>,
): Promise<string> =>
  chooseSlug(change, Product, name, {
    ...{ kind: 'product', owner: organizationId, where: [{ organizationId }], except: product?.id },
    keepsFormer: true,
    alsoTaken: async (base) => {
      if (!product) return [];
      const deleted = await query(change.tx, SLUGS_OF_DELETED, [organizationId, base]);
      const own = [product.slug, ...product.formerSlugs];
      return deleted.map(({ slug }) => slug).filter((slug) => !own.includes(slug));
    },
  });

/** Settings that the Grade depends on. */
const GRADE_SETTINGS = new Set(['type', 'features', 'drawnIn', 'standardId', 'conformanceLevelId', 'auditFrequency']);

const DEFAULTS = {
  formerSlugs: [],
  description: null,
  drawnIn: [],
  pageRules: [],
  standardId: null,
  conformanceLevelId: null,
  auditFrequency: null,
  responsiblePersonId: null,
  teamId: null,
  deadlines: null,
  archivedAt: null,
};

/** Without the names that nobody gave. */
const pageRuleOf = ({ path, query }: PageRule): PageRule => (query?.length ? { path, query } : { path });

/** Documents come without help of their own; all else has a help page, or somebody to ask. */
const featuresOf = (type: ProductType): Feature[] => (type === 'document' ? [] : ['support']);

const subjectOfProduct = ({ id, organizationId, name }: Product) => ({
  organizationId,
  productId: id,
  subject: { id, title: name },
});
