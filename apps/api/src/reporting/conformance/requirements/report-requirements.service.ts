import { clock } from '#libs/clock';
import { inSlices } from '#libs/queues';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { LargeJson } from '../../../platform/http/large-json.js';
import { grouped } from '../../../platform/lists/grouped.js';
import type { Product } from '../../../products/products/product.entity.js';
import { scopeOf } from '../../../standards/standards/in-scope.js';
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

  /** As a `ReportRequirementList`. @param testing whether findings are looked at */
  async list(product: Product, report: ConformanceReport, testing: boolean): Promise<LargeJson> {
    const { manager } = this.database;
    const isDraft = report.status === 'draft';
    const facts = isDraft ? await loadReportFacts(manager, report, clock.now()) : undefined;
    const { standards, verdicts } = facts ?? (await loadContent(manager, report, clock.now()));
    const suggestions = isDraft ? await this.suggestions.of(report, testing) : [];
    const suggestionOf = new Map(suggestions.map((suggestion) => [suggestion.requirementId, suggestion]));
    const problems = facts ? await problemsOf(facts) : [];
    const problemsBy = grouped(problems, ({ requirementId }) => requirementId ?? '');
    const verdictsBy = grouped(verdicts, ({ requirementId }) => requirementId);
    const placeOf = ({ id }: { id: string }) => (standards.length > 1 ? { standardId: id } : {});
    const judged = standards.flatMap(({ standard, conformanceLevelId }) =>
      standard.requirements.map((requirement) => ({ standard, conformanceLevelId, requirement })),
    );
    const judgedRequirement = ({
      standard,
      conformanceLevelId,
      requirement,
    }: (typeof judged)[number]): JudgedRequirement => ({
      id: requirement.id,
      ...placeOf(standard),
      number: requirement.number,
      name: requirement.name,
      levelId: requirement.levelId,
      groupId: requirement.groupId,
      ...scopeOf(standard, conformanceLevelId, product, requirement),
      verdicts: (verdictsBy.get(requirement.id) ?? []).map(VerdictDto.from),
      suggestion: suggestionOf.get(requirement.id) ?? null,
      problems: problemsBy.get(requirement.id) ?? [],
    });
    const rest: Omit<ReportRequirementList, 'requirements'> = {
      groups: standards.flatMap(({ standard }) => standard.groups.map((group) => ({ ...group, ...placeOf(standard) }))),
      problems: problemsBy.get('') ?? [],
    };
    return LargeJson.of(rest, { requirements: inSlices(judged, (one) => JSON.stringify(judgedRequirement(one))) });
  }
}

type JudgedRequirement = ReportRequirementList['requirements'][number];
