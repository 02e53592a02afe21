import { requireBelowLimit } from '#libs/config';
import { NotFound } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { changedFields, pickDefined } from '../../platform/lists/changed-fields.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import { checkIfMatch } from '../../platform/work/check-if-match.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import type { CreateGroup, UpdateGroup } from './dto/custom-standard.dto.js';
import { countEntries, lockEditable } from './editable.js';
import { circularGroup } from './errors.js';
import { wouldBeCircular } from './group-tree.js';
import { requireGroup } from './reference.js';
import { RequirementGroup } from './requirement-group.entity.js';
import { Requirement } from './requirement.entity.js';
import { StandardsService } from './standards.service.js';
import { Quotas } from '../../accounts/organizations/quotas.service.js';

/** The groups of custom standards. The lock of the standard keeps two concurrent changes from creating a cycle. */
@Injectable()
export class GroupsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly standards: StandardsService,
    private readonly quotas: Quotas,
  ) {}

  async read(organization: Organization, slug: string, id: string): Promise<RequirementGroup> {
    const standard = await this.standards.read(organization, slug);
    return this.find(this.database.manager, standard.id, id);
  }

  async create(
    organization: Organization,
    slug: string,
    { name, description, parentId }: CreateGroup,
  ): Promise<RequirementGroup> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const standard = await lockEditable(change, organization, slug);
      if (parentId) await requireGroup(tx, standard.id, parentId, '/parentId');
      requireBelowLimit(this.quotas.of(organization.id), 'requirements', await countEntries(tx, standard.id));
      const sortOrder = await tx.countBy(RequirementGroup, { standardId: standard.id });
      const group = {
        id: newId(),
        standardId: standard.id,
        name,
        description: description ?? null,
        parentId: parentId ?? null,
        sortOrder,
      };
      await tx.insert(RequirementGroup, group);
      change.record({
        organizationId: organization.id,
        type: 'requirement_group.created',
        subject: { id: group.id, title: name },
      });
      return tx.findOneByOrFail(RequirementGroup, { id: group.id });
    });
  }

  async update(organization: Organization, slug: string, id: string, body: UpdateGroup): Promise<RequirementGroup> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const standard = await lockEditable(change, organization, slug);
      const group = await this.find(tx, standard.id, id);
      const values = pickDefined(body, 'name', 'description', 'parentId');
      if (values.parentId) {
        await requireGroup(tx, standard.id, values.parentId, '/parentId');
        const groups = await tx.findBy(RequirementGroup, { standardId: standard.id });
        if (wouldBeCircular(groups, group.id, values.parentId.toLowerCase())) throw circularGroup();
      }
      checkIfMatch(group);
      const changes = changedFields(group, values);
      if (changes.length > 0) {
        await tx.update(RequirementGroup, { id: group.id }, values);
        change.record({
          organizationId: organization.id,
          type: 'requirement_group.updated',
          subject: { id: group.id, title: values.name ?? group.name },
          changes,
        });
      }
      return tx.findOneByOrFail(RequirementGroup, { id: group.id });
    });
  }

  /** Its subgroups and requirements move up to its parent. */
  async delete(organization: Organization, slug: string, id: string): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const standard = await lockEditable(change, organization, slug);
      const group = await this.find(tx, standard.id, id);
      checkIfMatch(group);
      await tx.update(RequirementGroup, { standardId: standard.id, parentId: group.id }, { parentId: group.parentId });
      await tx.update(Requirement, { standardId: standard.id, groupId: group.id }, { groupId: group.parentId });
      await tx.delete(RequirementGroup, { id: group.id });
      change.record({
        organizationId: organization.id,
        type: 'requirement_group.deleted',
        subject: { id: group.id, title: group.name },
      });
    });
  }

  private async find(tx: EntityManager, standardId: string, id: string): Promise<RequirementGroup> {
    const group = await tx.findOneBy(RequirementGroup, { id, standardId });
    if (!group) throw new NotFound('group');
    return group;
  }
}
