import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { grouped } from '../../lists/grouped.js';
import type { Product } from '../../products/product.entity.js';
import { scopeOf } from '../../standards/in-scope.js';
import { loadContent, loadReportFacts } from '../publishing/load-facts.js';
import { problemsOf } from '../publishing/problems.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import { SuggestionsService } from '../suggestions/suggestions.service.js';
import { VerdictDto } from '../verdicts/dto/verdict.dto.js';
import type { ReportRequirementList } from './dto/requirements.dto.js';

/** Everything by which people judge the requirements of a report, in one answer and a fixed number of statements. */
@Injectable()
export class ReportRequirements {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly suggestions: SuggestionsService,
  ) {}

  /** @param testing whether findings are looked at */
  async list(product: Product, report: ConformanceReport, testing: boolean): Promise<ReportRequirementList> {
    const { manager } = this.database;
    const isDraft = report.status === 'draft';
    const facts = isDraft ? await loadReportFacts(manager, report, new Date()) : undefined;
    const { standard, verdicts } = facts ?? (await loadContent(manager, report));
    const suggestions = isDraft ? await this.suggestions.of(report, testing) : [];
    const suggestionOf = new Map(suggestions.map((suggestion) => [suggestion.requirementId, suggestion]));
    const problems = facts ? problemsOf(facts) : [];
    const problemsBy = grouped(problems, ({ requirementId }) => requirementId ?? '');
    const verdictsBy = grouped(verdicts, ({ requirementId }) => requirementId);
    return {
      groups: standard?.groups ?? [],
      requirements: (standard?.requirements ?? []).map((requirement) => ({
        id: requirement.id,
        number: requirement.number,
        name: requirement.name,
        levelId: requirement.levelId,
        groupId: requirement.groupId,
        ...scopeOf(standard!, report.conformanceLevelId, product, requirement),
        verdicts: (verdictsBy.get(requirement.id) ?? []).map(VerdictDto.from),
        suggestion: suggestionOf.get(requirement.id) ?? null,
        problems: problemsBy.get(requirement.id) ?? [],
      })),
      problems: problemsBy.get('') ?? [],
    };
  }
}
