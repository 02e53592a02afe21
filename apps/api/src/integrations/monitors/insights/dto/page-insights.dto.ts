import { Day, Described, Id, Integer, Nested, NestedList, Text, Timestamp } from '#libs/fields';

@Described('What the last look at each of some pages found. Pages that are ignored or gone do not count.')
export class PageFiguresDto {
  @Integer({ min: 0, description: 'All of them.' })
  pages: number;
  @Integer({ min: 0, description: 'Something was found at the last look.' })
  withFindings: number;
  @Integer({ min: 0, description: 'Nothing was found at the last look.' })
  withoutFindings: number;
  @Integer({ min: 0, description: 'No run has looked at them.' })
  notLookedAt: number;
}

@Described('Pages of an area.')
export class PagesOfAreaDto extends PageFiguresDto {
  @Id({ nullable: true, description: 'Null: pages without an area.' })
  areaId: string | null;
}

@Described('Pages that are made alike: their landmarks, headings and lists are the same.')
export class PagesOfTemplateDto extends PageFiguresDto {
  @Text({ description: 'A digest, as an agent has told it.' })
  template: string;
  @Text({ description: 'The address of one of these pages.' })
  example: string;
}

@Described('Of each monitor the last run that ended in a week, together.')
export class RunsOfWeekDto {
  @Day({ description: 'The Monday on which the week begins, in UTC.' })
  week: string;
  @Integer({ min: 0, description: 'Pages that were looked at; one that two monitors look at counts twice.' })
  lookedAt: number;
  @Integer({ min: 0, description: 'Those of them on which something was found.' })
  withFindings: number;
}

@Described('What the last run of a monitor brought.')
export class NewFindingsDto {
  @Integer({ min: 1, description: 'The number of the monitor.' })
  monitorNumber: number;
  @Text({ description: 'The name of the monitor.' })
  name: string;
  @Id({ description: 'Its last run that has reported.' })
  runId: string;
  @Timestamp({ description: 'When that ended.' })
  endedAt: Date;
  @Integer({ min: 0, description: 'Findings that were not known before it.' })
  newFindings: number;
}

/** What is known of the pages of a product. */
@Described('What is known of the pages of a product.')
export class PageInsights {
  @Nested(() => PageFiguresDto)
  total: PageFiguresDto;
  @Integer({
    min: 0,
    description: 'On which no person has decided a requirement: no audit has such an outcome at their address.',
  })
  neverAudited: number;
  @NestedList(() => PagesOfAreaDto)
  areas: PagesOfAreaDto[];
  @NestedList(() => PagesOfTemplateDto, { description: 'The 50 with most pages on which something is found.' })
  templates: PagesOfTemplateDto[];
  @NestedList(() => RunsOfWeekDto, { description: 'The last 26 weeks; those without a run are left out.' })
  weeks: RunsOfWeekDto[];
  @NestedList(() => NewFindingsDto)
  lastRuns: NewFindingsDto[];
}
