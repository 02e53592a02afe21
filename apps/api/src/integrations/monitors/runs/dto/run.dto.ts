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

@Described('Number of pages of a run by state.')
export class RunPagesCount {
  @Integer({ min: 0, description: 'Pending.' })
  open: number;
  @Integer({ min: 0, description: 'Assigned to an agent.' })
  in_hand: number;
  @Integer({ min: 0, description: 'Examined.' })
  looked: number;
  @Integer({ min: 0, description: 'Failed.' })
  failed: number;
  @Integer({ min: 0, description: 'Not found at the site.' })
  gone: number;
}

@Described('A report of a run for one tool.')
class RunReportDto {
  @Text({ description: '`axe-core` or `curbcut-checks`.' })
  tool: string;
  @Integer({ min: 1, description: 'The test activity of the report.' })
  testActivityNumber: number;
}

/** One time that a monitor looks at its pages. */
@Described('A run of a monitor.')
export class MonitorRunDto {
  @Id()
  id: string;
  @Choice(RUN_STATES)
  state: RunState;
  @Text({
    nullable: true,
    description:
      'The reason for the failure: `no_agent`, `agent_lost`, `report_failed`, or a reason given by the agent.',
  })
  reason: string | null;
  @Text({ nullable: true, description: 'The reason as text from the agent.' })
  message: string | null;
  @Choice(RUN_TRIGGERS)
  trigger: RunTrigger;
  @Integer({ min: 0, description: 'The number of agents that have leased it.' })
  attempt: number;
  @Flag({ description: 'Pages were skipped: the limit was reached, or there were too many findings.' })
  wasCut: boolean;
  @Nested(() => RunPagesCount)
  pages: RunPagesCount;
  @Integer({ min: 0, description: 'Counted per page.' })
  findingCount: number;
  @NestedList(() => RunReportDto)
  reports: RunReportDto[];
  @Timestamp()
  createdAt: Date;
  @Timestamp({ nullable: true, description: 'The time of the first lease.' })
  startedAt: Date | null;
  @Timestamp({ nullable: true, description: 'Null while running.' })
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
  named('MonitorRunSortField', ['createdAt'], 'The sort field of runs.'),
) {
  @ChoiceListParameter(RUN_STATES)
  state?: RunState[];
}

/** A page that a run looks at. */
@Described('A page of a run.')
export class RunPageDto {
  @Id()
  id: string;
  @HttpUrl({ description: 'The address to examine.' })
  url: string;
  @Choice(RUN_PAGE_STATES)
  state: RunPageState;
  @Text({ nullable: true, description: 'The reason for the failure.' })
  reason: string | null;
  @Text({ nullable: true, description: 'The final address after redirects.' })
  finalUrl: string | null;
  @Text({ nullable: true })
  title: string | null;
  @Integer({ nullable: true, description: 'The duration in milliseconds.' })
  ms: number | null;
  @Integer({ nullable: true, description: 'Null until it has been examined.' })
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
  named('RunPageSortField', ['url'], 'The sort field of the pages of a run.'),
) {
  @ChoiceListParameter(RUN_PAGE_STATES)
  state?: RunPageState[];
}
