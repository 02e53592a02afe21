import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AuditsService } from '../audits/audits.service.js';
import type { Product } from '../../products/products/product.entity.js';
import { TestActivitiesService } from '../test-activities/test-activities.service.js';
import { IssuesService, type TaggedIssue } from './issues.service.js';

/** All issues that an audit or a test activity found, by number. */
@Injectable()
export class LinkedIssuesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly issues: IssuesService,
    private readonly audits: AuditsService,
    private readonly activities: TestActivitiesService,
  ) {}

  async ofAudit(product: Product, number: number): Promise<TaggedIssue[]> {
    const { organizationId, id } = await this.audits.find(this.database.manager, product, number);
    return this.issues.linkedTo({ organizationId, auditId: id });
  }

  async ofActivity(product: Product, number: number): Promise<TaggedIssue[]> {
    const { organizationId, id } = await this.activities.find(this.database.manager, product, number);
    return this.issues.linkedTo({ organizationId, testActivityId: id });
  }
}
