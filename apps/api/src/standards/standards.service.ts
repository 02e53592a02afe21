import { NotFound } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Organization } from '../organizations/organization.entity.js';
import type { ListRequirementsQuery, StandardDto } from './dto/standard.dto.js';
import { RequirementGroup } from './requirement-group.entity.js';
import { Requirement } from './requirement.entity.js';

/** A standard with its levels. */
export type ReadStandard = StandardDto & { revision: number };

/** The standards that an organization can use. */
@Injectable()
export class StandardsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Built-in ones first, with their levels: one statement. */
  async list(organization: Organization): Promise<ReadStandard[]> {
    return this.select(organization, 'true', []);
  }

  async read(organization: Organization, slug: string): Promise<ReadStandard> {
    const [standard] = await this.select(organization, 's.slug = $2', [slug]);
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

  // A custom standard takes precedence over a built-in one with the same slug.
  private select(organization: Organization, condition: string, parameters: unknown[]): Promise<ReadStandard[]> {
    return this.database.query(
      `SELECT s.id, s.name, s.slug, s.description, s.source, s.source = 'custom' AS editable, s.organization_id AS "organizationId", s.cumulative,
         s.revision, s.created_at AS "createdAt", s.updated_at AS "updatedAt",
         (SELECT coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'description', l.description, 'sortOrder', l.sort_order)
            ORDER BY l.sort_order), '[]') FROM standard_levels l WHERE l.standard_id = s.id) AS levels
       FROM standards s WHERE (s.organization_id IS NULL OR s.organization_id = $1) AND ${condition}
       ORDER BY ${condition === 'true' ? 's.organization_id IS NOT NULL' : 's.organization_id IS NULL'}, lower(s.name) , s.id`,
      [organization.id, ...parameters],
    );
  }
}
