import { inSlices } from '#libs/queues';
import { Controller, Get } from '@nestjs/common';
import { CurrentOrganization, CurrentRecord } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../../platform/http/endpoint.js';
import { LargeJson } from '../../../platform/http/large-json.js';
import { Organization } from '../../../accounts/organizations/organization.entity.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import { ConformanceReportsService } from '../reports/reports.service.js';
import { VerdictSuggestions } from './dto/suggestion.dto.js';
import { SuggestionsService } from './suggestions.service.js';

/** What the data say of the requirements of a conformance report. */
@RequireModule('conformance')
@Resource('conformanceReports')
@Controller('v1/organizations/:orgId/products/:productSlug/conformance-reports/:reportNumber/suggestions')
export class SuggestionsController {
  constructor(private readonly suggestions: SuggestionsService) {}

  @Get()
  @Endpoint({
    summary: 'List the suggestions for each requirement, based on audits, issues, findings and tests',
    description: 'A basis for human judgement; suggestions never become verdicts automatically.',
    access: 'member',
    place: 'rendering',
    reads: ConformanceReportsService,
    returns: VerdictSuggestions,
  })
  async suggest(
    @CurrentOrganization() { enabledModules }: Organization,
    @CurrentRecord() { report }: { report: ConformanceReport },
  ): Promise<LargeJson> {
    const suggestions = await this.suggestions.of(report, enabledModules.includes('testing'));
    return LargeJson.of({}, { suggestions: inSlices(suggestions, (one) => JSON.stringify(one)) });
  }
}
