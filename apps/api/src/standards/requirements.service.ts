import { requireRoom, Settings } from '#libs/config';
import { inTransaction } from '#libs/database';
import { NotFound, unknownReference } from '#libs/errors';
import { newId } from '#libs/ids';
import { changedFields, present } from '#libs/rows';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { EventType } from '../events/event-types.js';
import { record } from '../events/record.js';
import type { Organization } from '../organizations/organization.entity.js';
import type { CreateRequirement, UpdateRequirement } from './dto/custom-standard.dto.js';
import { regradeAll } from '../grading/regrade.js';
import { countEntries, lockEditable, productsUnder } from './editable.js';
import { requireLevel } from './reference.js';
import { RequirementGroup } from './requirement-group.entity.js';
import { Requirement } from './requirement.entity.js';
import type { Standard } from './standard.entity.js';
import { StandardsService } from './standards.service.js';

/** The requirements of standards that organizations made for themselves. */
@Injectable()
export class RequirementsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly standards: StandardsService,
    private readonly settings: Settings,
  ) {}

  async read(organization: Organization, slug: string, id: string): Promise<Requirement> {
    const standard = await this.standards.read(organization, slug);
    return this.find(this.database.manager, standard.id, id);
  }

  async create(organization: Organization, slug: string, { level, ...body }: CreateRequirement): Promise<Requirement> {
    return inTransaction(this.database, async (tx) => {
      const standard = await lockEditable(tx, organization, slug);
      await this.checkPlace(tx, standard, { levelId: level, groupId: body.groupId });
      requireRoom(this.settings, 'requirements', await countEntries(tx, standard.id));
      const [{ next }] = await tx.query<[{ next: number }]>(
        'SELECT coalesce(max(sort_order) + 1, 0) AS next FROM requirements WHERE standard_id = $1',
        [standard.id],
      );
      const id = newId();
      await tx.insert(Requirement, {
        description: null,
        url: null,
        versions: [],
        aiTestable: false,
        groupId: null,
        ...body,
        metadata: (body.metadata ?? {}) as object,
        levelId: level ?? null,
        id,
        standardId: standard.id,
        sortOrder: next,
      });
      await this.finish(tx, organization, standard, { id, name: body.name }, 'requirement.created');
      return tx.findOneByOrFail(Requirement, { id });
    });
  }

  async update(organization: Organization, slug: string, id: string, body: UpdateRequirement): Promise<Requirement> {
    return inTransaction(this.database, async (tx) => {
      const standard = await lockEditable(tx, organization, slug);
      const requirement = await this.find(tx, standard.id, id);
      const values: Partial<Requirement> = present(
        body,
        'name',
        'description',
        'url',
        'versions',
        'aiTestable',
        'groupId',
        'metadata',
      );
      if (body.level !== undefined) values.levelId = body.level;
      await this.checkPlace(tx, standard, values);
      const changes = changedFields(requirement, values);
      if (changes.length > 0) {
        await tx.update(Requirement, { id: requirement.id }, values as object);
        await this.finish(tx, organization, standard, { ...requirement, ...values }, 'requirement.updated', changes);
      }
      return tx.findOneByOrFail(Requirement, { id: requirement.id });
    });
  }

  async delete(organization: Organization, slug: string, id: string): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      const standard = await lockEditable(tx, organization, slug);
      const requirement = await this.find(tx, standard.id, id);
      const linked = await tx.query<{ id: string }[]>(
        `SELECT DISTINCT i.product_id AS id FROM issue_requirements l JOIN issues i ON i.id = l.issue_id WHERE l.requirement_id = $1 AND i.state = 'open'`,
        [requirement.id],
      );
      await tx.delete(Requirement, { id: requirement.id });
      // An issue that was linked to this requirement alone is linked to none now, under whatever standard.
      await this.finish(
        tx,
        organization,
        standard,
        requirement,
        'requirement.deleted',
        [],
        linked.map((product) => product.id),
      );
    });
  }

  private async find(tx: EntityManager, standardId: string, id: string): Promise<Requirement> {
    const requirement = await tx.findOneBy(Requirement, { id, standardId });
    if (!requirement) throw new NotFound('requirement');
    return requirement;
  }

  private async checkPlace(
    tx: EntityManager,
    standard: Standard,
    { levelId, groupId }: { levelId?: string | null; groupId?: string | null },
  ): Promise<void> {
    if (levelId) await requireLevel(tx, standard.id, levelId, '/level');
    if (groupId && !(await tx.existsBy(RequirementGroup, { id: groupId, standardId: standard.id })))
      throw unknownReference('/groupId', 'group', groupId);
  }

  private async finish(
    tx: EntityManager,
    organization: Organization,
    standard: Standard,
    { id, name }: Pick<Requirement, 'id' | 'name'>,
    type: EventType,
    changes: ReturnType<typeof changedFields> = [],
    alsoGrade: readonly string[] = [],
  ): Promise<void> {
    await record(tx, { organizationId: organization.id, type, subject: { id, title: name }, changes });
    const products = await productsUnder(tx, organization, standard.id);
    await regradeAll(tx, [...new Set([...products, ...alsoGrade])].sort());
  }
}
