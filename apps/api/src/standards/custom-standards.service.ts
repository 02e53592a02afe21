import { requireRoom, Settings } from '#libs/config';
import { inTransaction, takeTurns } from '#libs/database';
import { InvalidInput } from '#libs/errors';
import { newId } from '#libs/ids';
import { changedFields, present } from '#libs/rows';
import { freeSlug, slugOf } from '#libs/slugs';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, Not } from 'typeorm';
import { record } from '../events/record.js';
import type { Organization } from '../organizations/organization.entity.js';
import { DUPLICATE } from './duplicate-sql.js';
import type { CreateStandard, UpdateStandard } from './dto/custom-standard.dto.js';
import type { StandardDto } from './dto/standard.dto.js';
import { regradeAll } from '../grading/regrade.js';
import { countEntries, lockEditable, productsUnder } from './editable.js';
import { keptLevels, type LevelDraft } from './levels.js';
import { StandardLevel } from './standard-level.entity.js';
import { Standard } from './standard.entity.js';
import { StandardsService } from './standards.service.js';

/** The standards that an organization makes for itself. */
@Injectable()
export class CustomStandardsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly standards: StandardsService,
    private readonly settings: Settings,
  ) {}

  async create(
    organization: Organization,
    { name, description, levels = [], cumulative = false }: CreateStandard,
  ): Promise<StandardDto> {
    const slug = await inTransaction(this.database, async (tx) => {
      const standard = await this.insert(tx, organization, { name, description: description ?? null, cumulative });
      await this.replaceLevels(tx, standard.id, levels);
      await record(tx, { ...about(standard), type: 'standard.created' });
      return standard.slug;
    });
    return this.standards.read(organization, slug);
  }

  /** Levels that are not named any more go, and with them every reference to them, by foreign keys. */
  async update(organization: Organization, slug: string, body: UpdateStandard): Promise<StandardDto> {
    const newSlug = await inTransaction(this.database, async (tx) => {
      const standard = await lockEditable(tx, organization, slug);
      const values: Partial<Standard> = present(body, 'name', 'description', 'cumulative');
      if (values.name !== undefined && values.name !== standard.name)
        values.slug = await this.freeSlug(tx, organization, values.name, standard.id);
      const changes = changedFields(standard, values);
      if (changes.length > 0) await tx.update(Standard, { id: standard.id }, values);
      if (body.levels) {
        await this.replaceLevels(tx, standard.id, body.levels);
        changes.push({ field: 'levels', from: null, to: body.levels.map(({ name }) => name) });
      }
      if (changes.length > 0) {
        await record(tx, { ...about({ ...standard, ...values }), type: 'standard.updated', changes });
        await regradeAll(tx, await productsUnder(tx, organization, standard.id));
      }
      return values.slug ?? slug;
    });
    return this.standards.read(organization, newSlug);
  }

  /** References of organizations, products and audits are cleared by foreign keys. */
  async delete(organization: Organization, slug: string): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      const standard = await lockEditable(tx, organization, slug);
      const products = await productsUnder(tx, organization, standard.id);
      await tx.query(
        `UPDATE products SET conformance_level_id = NULL, updated_at = now()
         WHERE organization_id = $1 AND conformance_level_id IN (SELECT id FROM standard_levels WHERE standard_id = $2)`,
        [organization.id, standard.id],
      );
      await tx.delete(Standard, { id: standard.id });
      await record(tx, { ...about(standard), type: 'standard.deleted' });
      await regradeAll(tx, products);
    });
  }

  /** An editable copy of any standard with all that is in it: a fixed number of statements. */
  async duplicate(organization: Organization, slug: string): Promise<StandardDto> {
    const original = await this.standards.read(organization, slug);
    const copySlug = await inTransaction(this.database, async (tx) => {
      const { description, cumulative } = original;
      const copy = await this.insert(tx, organization, { name: `${original.name} (copy)`, description, cumulative });
      for (const statement of DUPLICATE) await tx.query(statement, [original.id, copy.id]);
      requireRoom(this.settings, 'requirements', await countEntries(tx, copy.id), 0);
      await record(tx, {
        ...about(copy),
        type: 'standard.duplicated',
        changes: [{ field: 'from', from: null, to: original.slug }],
      });
      return copy.slug;
    });
    return this.standards.read(organization, copySlug);
  }

  private async insert(
    tx: EntityManager,
    organization: Organization,
    values: Pick<Standard, 'name' | 'description' | 'cumulative'>,
  ): Promise<Pick<Standard, 'id' | 'slug' | 'name' | 'organizationId'>> {
    const standard = {
      ...values,
      id: newId(),
      organizationId: organization.id,
      slug: await this.freeSlug(tx, organization, values.name),
      source: 'custom' as const,
    };
    requireRoom(this.settings, 'standards', await tx.countBy(Standard, { organizationId: organization.id }));
    await tx.insert(Standard, standard);
    return standard;
  }

  private async replaceLevels(tx: EntityManager, standardId: string, drafts: readonly LevelDraft[]): Promise<void> {
    const levels = await tx.findBy(StandardLevel, { standardId });
    const kept = keptLevels(levels, drafts);
    const unknown = drafts.flatMap(({ id }, index) => (id !== undefined && !kept[index] ? [index] : []));
    if (unknown.length > 0) {
      throw new InvalidInput(
        unknown.map((index) => ({
          path: `/levels/${index}/id`,
          code: 'unknown_reference',
          message: `There is no such level here: ${drafts[index]!.id}`,
        })),
      );
    }
    const rows = drafts.map(({ name, description }, sortOrder) => ({
      id: kept[sortOrder]?.id ?? newId(),
      standardId,
      name,
      description: description === undefined ? (kept[sortOrder]?.description ?? null) : description,
      sortOrder,
    }));
    await tx.delete(StandardLevel, { standardId, id: Not(In(rows.map(({ id }) => id))) });
    if (rows.length > 0) await tx.upsert(StandardLevel, rows, ['id']);
  }

  // A slug of a built-in standard counts as taken: it must go on naming that one.
  private async freeSlug(
    tx: EntityManager,
    organization: Organization,
    name: string,
    except?: string,
  ): Promise<string> {
    await takeTurns(tx, 'standard slugs', organization.id);
    const base = slugOf(name, 'standard');
    const taken = await tx.query<{ slug: string }[]>(
      `SELECT slug FROM standards WHERE (organization_id = $1 OR organization_id IS NULL)
         AND (slug = $2 OR starts_with(slug, $2 || '-')) AND id IS DISTINCT FROM $3::uuid`,
      [organization.id, base, except ?? null],
    );
    return freeSlug(
      base,
      taken.map(({ slug }) => slug),
    );
  }
}

const about = ({ id, organizationId, name }: Pick<Standard, 'id' | 'organizationId' | 'name'>) => ({
  organizationId: organizationId!,
  subject: { id, title: name },
});
