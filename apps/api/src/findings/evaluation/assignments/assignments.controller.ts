import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { AuditsService, type CountedAudit } from '../../../records/audits/audits.service.js';
import { CurrentProduct, CurrentRecord } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../../platform/http/endpoint.js';
import { RecordNumber } from '../../../platform/http/record-number.pipe.js';
import { Product } from '../../../products/products/product.entity.js';
import { AssignmentsService } from './assignments.service.js';
import type { AssignmentRow } from './assignments.sql.js';
import { AssignAudit, AssignmentList } from './dto/assignments.dto.js';

/** Who examines what in an audit. */
@RequireModule('audits')
@Resource('audits')
@Controller('v1/organizations/:orgId/products/:productSlug/audits/:auditNumber/assignments')
export class AssignmentsController {
  constructor(private readonly assignments: AssignmentsService) {}

  @Get()
  @Endpoint({
    summary: 'List the assignments of an audit',
    access: 'member',
    place: 'lists',
    reads: AuditsService,
    returns: AssignmentList,
  })
  async listAssignments(@CurrentRecord() { audit }: CountedAudit): Promise<AssignmentList> {
    return answer(await this.assignments.list(audit));
  }

  @Put()
  @Endpoint({
    summary: 'Replace the assignments of an audit',
    access: 'member',
    returns: AssignmentList,
    refuses: { 409: ['audit_completed', 'product_archived'] },
  })
  async assign(
    @CurrentProduct() product: Product,
    @Param('auditNumber', RecordNumber) number: number,
    @Body() { assignments }: AssignAudit,
  ): Promise<AssignmentList> {
    return answer(await this.assignments.assign(product, number, assignments));
  }
}

const answer = (rows: readonly AssignmentRow[]): AssignmentList => ({
  assignments: rows.map(({ userId: memberId, ...assignment }) => ({ memberId, ...assignment })),
});
