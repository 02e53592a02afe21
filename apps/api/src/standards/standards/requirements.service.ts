import { requireBelowLimit } from '#libs/config';
import { query } from '#libs/database';
import { NotFound, requireEach } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { EventType } from '../../platform/events/event-types.js';
import { changedFields, pickDefined } from '../../platform/lists/changed-fields.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { checkIfMatch } from '../../platform/work/check-if-match.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import type { CreateRequirement, UpdateRequirement } from './dto/custom-standard.dto.js';
import { countEntries, lockEditable } from './editable.js';
import { requireGroup, requireLevel } from './reference.js';
import { Requirement } from './requirement.entity.js';
import { type OwnStandard, StandardChanges } from './standard-changes.js';
import type { Standard } from './standard.entity.js';
import { requirementsLock } from './standards-lock.js';
import { StandardsService } from './standards.service.js';
import { NEXT_PLACE } from './standards.sql.js';
import { Quotas } from '../../accounts/organizations/quotas.service.js';

/** The requirements of standards that organizations made for themselves. */
@Injectable()
export class RequirementsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly changes: StandardChanges,
    private readonly standards: StandardsService,
    private readonly quotas: Quotas,
  ) {}

  async read(organization: Organization, slug: string, id: string): Promise<Requirement> {
    const standard = await this.standards.read(organization, slug);
    return this.find(this.database.manager, standard.id, id);
  }

  async create(organization: Organization, slug: string, { level, ...body }: CreateRequirement): Promise<Requirement> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const standard = await lockEditable(change, organization, slug);
      await this.requirePlace(tx, standard, { levelId: level, groupId: body.groupId });
      requireBelowLimit(this.quotas.of(organization.id), 'requirements', await countEntries(tx, standard.id));
      const [place] = await query(tx, NEXT_PLACE, [standard.id]);
      const id = newId();
      await tx.insert(Requirement, {
        description: null,
        url: null,
        procedure: null,
        versions: [],
        aiTestable: false,
        groupId: null,
        ...body,
        metadata: (body.metadata ?? {}) as object,
        levelId: level ?? null,
        id,
        standardId: standard.id,
        sortOrder: place!.next,
      });
      await this.recordAndRegrade(change, standard, { id, name: body.name }, 'requirement.created');
      return tx.findOneByOrFail(Requirement, { id });
    });
  }

  async update(organization: Organization, slug: string, id: string, body: UpdateRequirement): Promise<Requirement> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const standard = await lockEditable(change, organization, slug);
      const requirement = await this.find(tx, standard.id, id);
      const values: Partial<Requirement> = pickDefined(
        body,
        'name',
        'description',
        'url',
        'procedure',
        'versions',
        'aiTestable',
        'groupId',
        'metadata',
      );
      if (body.level !== undefined) values.levelId = body.level;
      await this.requirePlace(tx, standard, values);
      checkIfMatch(requirement);
      const changes = changedFields(requirement, values);
      if (changes.length > 0) {
        await tx.update(Requirement, { id: requirement.id }, values as object);
        await this.recordAndRegrade(change, standard, { ...requirement, ...values }, 'requirement.updated', changes);
      }
      return tx.findOneByOrFail(Requirement, { id: requirement.id });
    });
  }

  async delete(organization: Organization, slug: string, id: string): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const standard = await lockEditable(change, organization, slug);
      const requirement = await this.find(tx, standard.id, id);
      checkIfMatch(requirement);
      const { organizationId } = standard;
      await change.lock(requirementsLock(organizationId));
      await this.changes.beforeRequirementRemoval.run(change, { organizationId, requirementIds: [requirement.id] });
      await tx.delete(Requirement, { id: requirement.id });
      await this.recordAndRegrade(change, standard, requirement, 'requirement.deleted');
    });
  }

  private async find(tx: EntityManager, standardId: string, id: string): Promise<Requirement> {
    const requirement = await tx.findOneBy(Requirement, { id, standardId });
    if (!requirement) throw new NotFound('requirement');
    return requirement;
  }

  private async requirePlace(
    tx: EntityManager,
    standard: Standard,
    { levelId, groupId }: { levelId?: string | null; groupId?: string | null },
  ): Promise<void> {
    await requireEach(
      async () => levelId && requireLevel(tx, standard.id, levelId, '/level'),
      async () => groupId && requireGroup(tx, standard.id, groupId, '/groupId'),
    );
  }

  private async recordAndRegrade(
    change: ChangeContext,
    standard: OwnStandard,
    { id, name }: Pick<Requirement, 'id' | 'name'>,
    type: EventType,
    changes: ReturnType<typeof changedFields> = [],
  ): Promise<void> {
    change.record({ organizationId: standard.organizationId, type, subject: { id, title: name }, changes });
    await this.changes.runAfterChange(change, standard);
  }
}
