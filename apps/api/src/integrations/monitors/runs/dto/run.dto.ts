import {
  Choice,
  ChoiceListParameter,
  Described,
  fieldsOf,
  Flag,
  HttpUrl,
  Id,
  Integer,
  named,
  Nested,
  NestedList,
  Text,
  Timestamp,
} from '#libs/fields';
import { SortedPageQuery } from '../../../../platform/lists/page-query.js';
import { Total } from '../../../../platform/lists/pagination.js';
import {
  type MonitorRun,
  RUN_PAGE_STATES,
  RUN_STATES,
  RUN_TRIGGERS,
  type RunPageState,
  type RunState,
  type RunTrigger,
} from '../run.entity.js';
import type { RunPage } from '../run-page.entity.js';

@Described('How many pages of a run are in each state.')
export class RunPagesCount {
  @Integer({ min: 0, description: 'Not looked at yet.' })
  open: number;
  @Integer({ min: 0, description: 'An agent is looking at them.' })
  in_hand: number;
  @Integer({ min: 0, description: 'Looked at.' })
  looked: number;
  @Integer({ min: 0, description: 'They could not be looked at.' })
  failed: number;
  @Integer({ min: 0, description: 'The site says that they are not there.' })
  gone: number;
}

@Described('What a run has reported with one tool.')
class RunReportDto {
  @Text({ description: '`axe-core` or `curbcut-checks`.' })
  tool: string;
  @Integer({ min: 1, description: 'The test activity that it made.' })
  testActivityNumber: number;
}

/** One time that a monitor looks at its pages. */
@Described('One time that a monitor looks at its pages.')
export class MonitorRunDto {
  @Id()
  id: string;
  @Choice(RUN_STATES)
  state: RunState;
  @Text({
    nullable: true,
    description: 'Why it failed: `no_agent`, `agent_lost`, `report_failed`, or what the agent says.',
  })
  reason: string | null;
  @Text({ nullable: true, description: 'The same in the words of the agent.' })
  message: string | null;
  @Choice(RUN_TRIGGERS)
  trigger: RunTrigger;
  @Integer({ min: 0, description: 'How many agents have had it.' })
  attempt: number;
  @Flag({ description: 'Pages were left out: the budget has ended, or there were too many findings.' })
  wasCut: boolean;
  @Nested(() => RunPagesCount)
  pages: RunPagesCount;
  @Integer({ min: 0, description: 'As they were found on each page.' })
  findingCount: number;
  @NestedList(() => RunReportDto)
  reports: RunReportDto[];
  @Timestamp()
  createdAt: Date;
  @Timestamp({ nullable: true, description: 'When an agent took it first.' })
  startedAt: Date | null;
  @Timestamp({ nullable: true, description: 'Null while it is under way.' })
  endedAt: Date | null;

  static from(run: MonitorRun, pages: RunPagesCount, findingCount: number): MonitorRunDto {
    return { ...fieldsOf(MonitorRunDto, run), pages, findingCount };
  }
}

/** One run. */
export class MonitorRunEnvelope {
  @Nested(() => MonitorRunDto)
  run: MonitorRunDto;
}

/** A page of runs. */
export class MonitorRunPage {
  @NestedList(() => MonitorRunDto)
  runs: MonitorRunDto[];
  @Total()
  total: number | null;
  @Integer()
  page: number;
  @Integer()
  pageSize: number;
}

/** Which runs of a monitor to list. */
export class ListRunsQuery extends SortedPageQuery(
  25,
  named('MonitorRunSortField', ['createdAt'], 'What runs are ordered by.'),
) {
  @ChoiceListParameter(RUN_STATES)
  state?: RunState[];
}

/** A page that a run looks at. */
@Described('A page that a run looks at.')
export class RunPageDto {
  @Id()
  id: string;
  @HttpUrl({ description: 'What is looked at.' })
  url: string;
  @Choice(RUN_PAGE_STATES)
  state: RunPageState;
  @Text({ nullable: true, description: 'Why it failed.' })
  reason: string | null;
  @Text({ nullable: true, description: 'Where the agent was led to.' })
  finalUrl: string | null;
  @Text({ nullable: true })
  title: string | null;
  @Integer({ nullable: true, description: 'How long it took, in milliseconds.' })
  ms: number | null;
  @Integer({ nullable: true, description: 'Null until it has been looked at.' })
  findingCount: number | null;

  static from(page: RunPage): RunPageDto {
    return fieldsOf(RunPageDto, page);
  }
}

/** A page of the pages of a run. */
export class RunPagePage {
  @NestedList(() => RunPageDto)
  pages: RunPageDto[];
  @Total()
  total: number | null;
  @Integer()
  page: number;
  @Integer()
  pageSize: number;
}

/** Which pages of a run to list. */
export class ListRunPagesQuery extends SortedPageQuery(
  25,
  named('RunPageSortField', ['url'], 'What pages of a run are ordered by.'),
) {
  @ChoiceListParameter(RUN_PAGE_STATES)
  state?: RunPageState[];
}
