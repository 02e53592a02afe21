import { Day, Described, Id, Integer, Nested, NestedList, Text, Timestamp } from '#libs/fields';

@Described('Page counts by the latest examination, without ignored and deleted pages.')
export class PageFiguresDto {
  @Integer({ min: 0, description: 'All pages.' })
  pages: number;
  @Integer({ min: 0, description: 'Pages with findings.' })
  withFindings: number;
  @Integer({ min: 0, description: 'Pages without findings.' })
  withoutFindings: number;
  @Integer({ min: 0, description: 'Pages not yet examined.' })
  notLookedAt: number;
}

@Described('Pages of an area.')
export class PagesOfAreaDto extends PageFiguresDto {
  @Id({ nullable: true, description: 'Null for pages without an area.' })
  areaId: string | null;
}

@Described('Pages with the same template: equal landmarks, headings and lists.')
export class PagesOfTemplateDto extends PageFiguresDto {
  @Text({ description: 'A digest, as reported by an agent.' })
  template: string;
  @Text({ description: 'The URL of one of these pages.' })
  example: string;
}

@Described('The last runs of all monitors in a week.')
export class RunsOfWeekDto {
  @Day({ description: 'The Monday of the week, in UTC.' })
  week: string;
  @Integer({ min: 0, description: 'The number of examined pages; a page of two monitors counts twice.' })
  lookedAt: number;
  @Integer({ min: 0, description: 'The number of those with findings.' })
  withFindings: number;
}

@Described('The results of the last run of a monitor.')
export class NewFindingsDto {
  @Integer({ min: 1, description: 'The number of the monitor.' })
  monitorNumber: number;
  @Text({ description: 'The name of the monitor.' })
  name: string;
  @Id({ description: 'Its last reported run.' })
  runId: string;
  @Timestamp({ description: 'The end time of that run.' })
  endedAt: Date;
  @Integer({ min: 0, description: 'The number of new findings.' })
  newFindings: number;
}

/** What is known of the pages of a product. */
@Described('Page statistics of a product.')
export class PageInsights {
  @Nested(() => PageFiguresDto)
  total: PageFiguresDto;
  @Integer({
    min: 0,
    description: 'Pages without a manual decision: no audit has an outcome for their address.',
  })
  neverAudited: number;
  @NestedList(() => PagesOfAreaDto)
  areas: PagesOfAreaDto[];
  @NestedList(() => PagesOfTemplateDto, { description: 'The 50 templates with the most affected pages.' })
  templates: PagesOfTemplateDto[];
  @NestedList(() => RunsOfWeekDto, { description: 'The last 26 weeks, without weeks that have no run.' })
  weeks: RunsOfWeekDto[];
  @NestedList(() => NewFindingsDto)
  lastRuns: NewFindingsDto[];
}
