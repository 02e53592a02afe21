import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { CurrentOrganization, CurrentProduct, CurrentRecord } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { withRevision } from '../../platform/http/entity-tag.js';
import { RecordNumber } from '../../platform/http/record-number.pipe.js';
import { Pagination } from '../../platform/lists/pagination.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { Product } from '../../products/products/product.entity.js';
import { withCurrentOnConflict } from '../../platform/work/check-if-match.js';
import { AuditsService, type CountedAudit } from './audits.service.js';
import { AuditDto, AuditEnvelope, AuditPage, CreateAudit, ListAuditsQuery, UpdateAudit } from './dto/audit.dto.js';

/** The audits of a product. */
@RequireModule('audits')
@Resource('audits')
@Controller('v1/organizations/:orgId/products/:productSlug/audits')
export class ProductAuditsController {
  constructor(private readonly audits: AuditsService) {}

  @Get()
  @Endpoint({ summary: 'List the audits of a product', access: 'member', returns: AuditPage })
  async list(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @Query() query: ListAuditsQuery,
  ): Promise<AuditPage> {
    const page = await this.audits.page({ organization, product }, query);
    return {
      audits: page.items.map(({ audit, issueCount }) => AuditDto.from(audit, issueCount)),
      pagination: Pagination.of(page),
    };
  }

  @Post()
  @Endpoint({
    summary: 'Start an audit, or record a completed one',
    access: 'member',
    returns: AuditEnvelope,
    created: ({ audit }: AuditEnvelope) => audit.number,
    refuses: { 409: ['product_archived', 'limit_reached'] },
  })
  async create(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @Body() body: CreateAudit,
  ): Promise<AuditEnvelope> {
    return envelope(await this.audits.create(organization, product, body));
  }

  @Get(':auditNumber')
  @Endpoint({ summary: 'Read an audit', access: 'member', reads: AuditsService, returns: AuditEnvelope })
  read(@CurrentRecord() audit: CountedAudit): AuditEnvelope {
    return envelope(audit);
  }

  @Patch(':auditNumber')
  @Endpoint({
    summary: 'Change an audit',
    guarded: true,
    access: 'member',
    returns: AuditEnvelope,
    refuses: { 409: ['audit_has_outcomes', 'audit_incomplete', 'import_under_way'] },
  })
  async update(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @Param('auditNumber', RecordNumber) number: number,
    @Body() body: UpdateAudit,
  ): Promise<AuditEnvelope> {
    return withCurrentOnConflict(this.audits.update(organization, product, number, body).then(envelope), () =>
      this.present(product, number),
    );
  }

  @Delete(':auditNumber')
  @Endpoint({ summary: 'Delete an audit; its issues are kept', guarded: true, access: 'admin' })
  async delete(@CurrentProduct() product: Product, @Param('auditNumber', RecordNumber) number: number): Promise<void> {
    await withCurrentOnConflict(this.audits.delete(product, number), () => this.present(product, number));
  }

  private async present(product: Product, number: number): Promise<AuditEnvelope> {
    return envelope(await this.audits.read(product, number));
  }
}

const envelope = ({ audit, issueCount }: CountedAudit): AuditEnvelope =>
  withRevision({ audit: AuditDto.from(audit, issueCount) }, audit);
