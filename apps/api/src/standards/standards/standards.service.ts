import { query } from '#libs/database';
import { NotFound } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import type { ListRequirementsQuery } from './dto/standard.dto.js';
import { RequirementGroup } from './requirement-group.entity.js';
import { Requirement } from './requirement.entity.js';
import { LIST, READ, type ReadStandard } from './standards.sql.js';

/** The standards that an organization can use. */
@Injectable()
export class StandardsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Built-in ones first, with their levels: one statement. */
  async list(organization: Organization): Promise<ReadStandard[]> {
    return query(this.database, LIST, [organization.id]);
  }

  async read(organization: Organization, slug: string): Promise<ReadStandard> {
    const [standard] = await query(this.database, READ, [organization.id, slug]);
    if (!standard) throw new NotFound('standard');
    return standard;
  }

  async requirements(
    organization: Organization,
    slug: string,
    { version, level }: ListRequirementsQuery,
  ): Promise<Requirement[]> {
    const { id } = await this.read(organization, slug);
    const rows = this.database.manager
      .createQueryBuilder(Requirement, 'requirement')
      .where('requirement.standardId = :id', { id });
    if (version !== undefined) rows.andWhere(':version = ANY (requirement.versions)', { version });
    if (level !== undefined) rows.andWhere('requirement.levelId = :level', { level });
    return rows.orderBy('requirement.sortOrder').addOrderBy('requirement.id').getMany();
  }

  async groups(organization: Organization, slug: string): Promise<RequirementGroup[]> {
    const { id } = await this.read(organization, slug);
    return this.database.manager.find(RequirementGroup, {
      where: { standardId: id },
      order: { sortOrder: 'ASC', id: 'ASC' },
    });
  }
}
