import { inSlices } from '#libs/queues';
import { Body, Controller, Get, Param, Patch, Put } from '@nestjs/common';
import { CurrentPrincipal, CurrentProduct, CurrentRecord, type Principal } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../../platform/http/endpoint.js';
import { withRevision } from '../../../platform/http/entity-tag.js';
import { LargeJson } from '../../../platform/http/large-json.js';
import { RecordId, RecordNumber } from '../../../platform/http/record-number.pipe.js';
import { Product } from '../../../products/products/product.entity.js';
import { withCurrentOnConflict } from '../../../platform/work/check-if-match.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import { ConformanceReportsService } from '../reports/reports.service.js';
import type { ConformanceVerdict } from './conformance-verdict.entity.js';
import {
  StateGroup,
  StateVerdict,
  StateVerdicts,
  UpdatedVerdicts,
  VerdictDto,
  VerdictEnvelope,
  VerdictList,
} from './dto/verdict.dto.js';
import { VerdictsService } from './verdicts.service.js';

const REFUSES = { 409: ['report_published', 'report_too_long', 'product_archived'] };

/** What is said of the requirements in a conformance report. */
@RequireModule('conformance')
@Resource('conformanceVerdicts')
@Controller('v1/organizations/:orgId/products/:productSlug/conformance-reports/:reportNumber/verdicts')
export class VerdictsController {
  constructor(private readonly verdicts: VerdictsService) {}

  @Get()
  @Endpoint({
    summary: 'List the verdicts of a conformance report',
    access: 'member',
    place: 'rendering',
    reads: ConformanceReportsService,
    returns: VerdictList,
  })
  async list(@CurrentRecord() { report }: { report: ConformanceReport }): Promise<LargeJson> {
    const verdicts = await this.verdicts.list(report);
    return LargeJson.of({}, { verdicts: inSlices(verdicts, (one) => JSON.stringify(VerdictDto.from(one))) });
  }

  @Patch()
  @Endpoint({
    summary: 'State or remove verdicts on up to 500 requirements',
    description: 'All or none.',
    access: 'member',
    bodyLimit: 1_048_576,
    returns: UpdatedVerdicts,
    refuses: REFUSES,
  })
  async stateMany(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() caller: Principal,
    @Param('reportNumber', RecordNumber) number: number,
    @Body() { verdicts }: StateVerdicts,
  ): Promise<UpdatedVerdicts> {
    return { updated: await this.verdicts.stateMany({ product, number }, caller, verdicts) };
  }

  @Put('groups/:judgedGroupId')
  @Endpoint({
    summary: 'State that the requirements of a group do not apply',
    description: 'Individually stated verdicts are kept.',
    access: 'member',
    returns: UpdatedVerdicts,
    refuses: REFUSES,
  })
  async stateGroup(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() caller: Principal,
    @Param('reportNumber', RecordNumber) number: number,
    @Param('judgedGroupId', RecordId) groupId: string,
    @Body() body: StateGroup,
  ): Promise<UpdatedVerdicts> {
    return { updated: await this.verdicts.stateGroup({ product, number }, groupId, caller, body) };
  }

  @Put(':judgedRequirementId')
  @Endpoint({
    summary: 'State a verdict on a requirement',
    description: 'The revision in `If-Match` is that of the verdict; `"0"` if it does not exist yet.',
    guarded: true,
    access: 'member',
    returns: VerdictEnvelope,
    refuses: REFUSES,
  })
  async state(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() caller: Principal,
    @Param('reportNumber', RecordNumber) number: number,
    @Param('judgedRequirementId', RecordId) requirementId: string,
    @Body() body: StateVerdict,
  ): Promise<VerdictEnvelope> {
    const place = { product, number };
    return withCurrentOnConflict(this.verdicts.state(place, requirementId, caller, body).then(envelope), async () =>
      envelope(await this.verdicts.read(place, requirementId, body.component ?? 'web')),
    );
  }
}

const envelope = (row: ConformanceVerdict | null): VerdictEnvelope =>
  row ? withRevision({ verdict: VerdictDto.from(row) }, row) : { verdict: null };
