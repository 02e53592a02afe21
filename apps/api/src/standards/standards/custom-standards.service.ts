import { requireBelowLimit } from '#libs/config';
import { query } from '#libs/database';
import { InvalidInput, unknownFault } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { changedFields, pickDefined } from '../../platform/lists/changed-fields.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { checkIfMatch } from '../../platform/work/check-if-match.js';
import { chooseSlug } from '../../platform/work/choose-slug.js';
import { renamed } from '../../platform/work/slugs.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import type { CreateStandard, UpdateStandard } from './dto/custom-standard.dto.js';
import { countEntries, lockEditable } from './editable.js';
import { keptLevels, type LevelDraft } from './levels.js';
import { Requirement } from './requirement.entity.js';
import { type OwnStandard, type RemovedStandard, StandardChanges } from './standard-changes.js';
import { StandardLevel } from './standard-level.entity.js';
import { Standard } from './standard.entity.js';
import { requirementsLock } from './standards-lock.js';
import { StandardsService } from './standards.service.js';
import {
  CLEAR_LEVELS,
  COPY_GROUPS,
  COPY_LEVELS,
  COPY_REQUIREMENTS,
  COUNT_REVISION,
  type ReadStandard,
} from './standards.sql.js';
import { Quotas } from '../../accounts/organizations/quotas.service.js';

/** Custom standards of an organization. */
@Injectable()
export class CustomStandardsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly standards: StandardsService,
    private readonly changes: StandardChanges,
    private readonly quotas: Quotas,
  ) {}

  async create(
    organization: Organization,
    { name, description, levels = [], cumulative = false }: CreateStandard,
  ): Promise<ReadStandard> {
    const slug = await this.unitOfWork.run(async (change) => {
      const standard = await this.insert(change, organization, { name, description: description ?? null, cumulative });
      await this.replaceLevels(change, standard, levels);
      change.record({ ...subjectOfStandard(standard), type: 'standard.created' });
      return standard.slug;
    });
    return this.standards.read(organization, slug);
  }

  read(organization: Organization, slug: string): Promise<ReadStandard> {
    return this.standards.read(organization, slug);
  }

  /** Levels that are not named any more go, and with them every reference to them. */
  async update(organization: Organization, slug: string, body: UpdateStandard): Promise<ReadStandard> {
    const newSlug = await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const standard = await lockEditable(change, organization, slug);
      const values: Partial<Standard> = pickDefined(body, 'name', 'description', 'cumulative');
      if (values.name !== undefined && values.name !== standard.name)
        values.slug = await standardSlug(change, organization, values.name, standard.id);
      const changes = changedFields(standard, values);
      const slugs = values.slug === undefined ? {} : renamed(standard, values.slug);
      if (changes.length > 0) await tx.update(Standard, { id: standard.id }, { ...values, ...slugs });
      if (body.levels) {
        await this.replaceLevels(change, standard, body.levels);
        await query(tx, COUNT_REVISION, [standard.id]);
        changes.push({ field: 'levels', from: null, to: body.levels.map(({ name }) => name) });
      }
      // Ids of no levels come first, and are found where these are replaced.
      checkIfMatch(standard);
      if (changes.length > 0) {
        change.record({ ...subjectOfStandard({ ...standard, ...values }), type: 'standard.updated', changes });
        await this.changes.runAfterChange(change, standard);
      }
      return values.slug ?? slug;
    });
    return this.standards.read(organization, newSlug);
  }

  /** References of organizations, products and audits are cleared. */
  async delete(organization: Organization, slug: string): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const standard = await lockEditable(change, organization, slug);
      checkIfMatch(standard);
      await this.changes.runAfterChange(change, standard);
      const levels = await change.tx.findBy(StandardLevel, { standardId: standard.id });
      await this.changes.beforeRemoval.run(change, removed(standard, levels, { isStandardRemoved: true }));
      await this.removeRequirements(change, standard);
      await change.tx.delete(Standard, { id: standard.id });
      change.record({ ...subjectOfStandard(standard), type: 'standard.deleted' });
    });
  }

  /** An editable copy of any standard with all that is in it: a fixed number of statements. */
  async duplicate(organization: Organization, slug: string): Promise<ReadStandard> {
    const original = await this.standards.read(organization, slug);
    const copySlug = await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const { description, cumulative } = original;
      const copy = await this.insert(change, organization, {
        name: `${original.name} (copy)`,
        description,
        cumulative,
      });
      for (const statement of [COPY_LEVELS, COPY_GROUPS, COPY_REQUIREMENTS])
        await query(tx, statement, [original.id, copy.id]);
      requireBelowLimit(this.quotas.of(organization.id), 'requirements', await countEntries(tx, copy.id), 0);
      change.record({
        ...subjectOfStandard(copy),
        type: 'standard.duplicated',
        changes: [{ field: 'from', from: null, to: original.slug }],
      });
      return copy.slug;
    });
    return this.standards.read(organization, copySlug);
  }

  /** Called before a standard is deleted with its requirements; from here on nobody links anything to them. */
  private async removeRequirements(change: ChangeContext, { id, organizationId }: OwnStandard): Promise<void> {
    await change.lock(requirementsLock(organizationId));
    const requirements = await change.tx.find(Requirement, { where: { standardId: id }, select: { id: true } });
    const requirementIds = requirements.map((requirement) => requirement.id);
    await this.changes.beforeRequirementRemoval.run(change, { organizationId, requirementIds });
  }

  private async insert(
    change: ChangeContext,
    organization: Organization,
    values: Pick<Standard, 'name' | 'description' | 'cumulative'>,
  ): Promise<Pick<Standard, 'id' | 'slug' | 'name' | 'organizationId'>> {
    const standard = {
      ...values,
      id: newId(),
      organizationId: organization.id,
      slug: await standardSlug(change, organization, values.name),
      source: 'custom' as const,
    };
    requireBelowLimit(
      this.quotas.of(organization.id),
      'standards',
      await change.tx.countBy(Standard, { organizationId: organization.id }),
    );
    await change.tx.insert(Standard, standard);
    return standard;
  }

  private async replaceLevels(
    change: ChangeContext,
    standard: Pick<Standard, 'id' | 'organizationId'>,
    drafts: readonly LevelDraft[],
  ): Promise<void> {
    const { tx } = change;
    const standardId = standard.id;
    const levels = await tx.findBy(StandardLevel, { standardId });
    const kept = keptLevels(levels, drafts);
    const unknown = drafts.flatMap(({ id }, index) => (id !== undefined && !kept[index] ? [index] : []));
    if (unknown.length > 0) {
      throw new InvalidInput(unknown.map((index) => unknownFault(`/levels/${index}/id`, 'level', drafts[index]!.id!)));
    }
    const rows = drafts.map(({ name, description }, sortOrder) => ({
      id: kept[sortOrder]?.id ?? newId(),
      standardId,
      name,
      description: description === undefined ? (kept[sortOrder]?.description ?? null) : description,
      sortOrder,
    }));
    const gone = levels.filter(({ id }) => !rows.some((row) => row.id === id));
    if (gone.length > 0) {
      const ids = gone.map(({ id }) => id);
      await this.changes.beforeRemoval.run(change, removed(standard, gone));
      await query(tx, CLEAR_LEVELS, [standardId, ids]);
      await tx.delete(StandardLevel, { standardId, id: In(ids) });
    }
    if (rows.length > 0) await tx.upsert(StandardLevel, rows, ['id']);
  }
}

// Slugs of built-in standards count as taken, so that they keep their meaning.
const standardSlug = (change: ChangeContext, { id }: Organization, name: string, except?: string): Promise<string> =>
  chooseSlug(change, Standard, name, {
    kind: 'standard',
    owner: id,
    where: [{ organizationId: id }, { organizationId: IsNull() }],
    except,
    keepsFormer: true,
  });

const subjectOfStandard = ({ id, organizationId, name }: Pick<Standard, 'id' | 'organizationId' | 'name'>) => ({
  organizationId: organizationId!,
  subject: { id, title: name },
});

const removed = (
  { id, organizationId }: Pick<Standard, 'id' | 'organizationId'>,
  levels: readonly StandardLevel[],
  { isStandardRemoved = false } = {},
): RemovedStandard => ({
  organizationId: organizationId!,
  standardId: isStandardRemoved ? id : null,
  levelIds: levels.map((level) => level.id),
});
