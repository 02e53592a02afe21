import {
  Choice,
  ChoiceList,
  Described,
  fieldsOf,
  Flag,
  HttpUrl,
  Id,
  Integer,
  Nested,
  NestedList,
  OneLine,
  Text,
  TextList,
  Timestamp,
} from '#libs/fields';
import { RecordNumber } from '../../../platform/lists/shared-fields.js';
import {
  PAGE_KINDS,
  PAGE_ORIGINS,
  PAGE_STATES,
  type PageKind,
  type PageOrigin,
  type PageState,
} from '../inventory/inventory-page.entity.js';
import {
  COLOUR_SCHEMES,
  type ColourScheme,
  type Monitor,
  MONITOR_STATES,
  type MonitorState,
} from '../monitor.entity.js';
import { RUN_STATES, type RunState } from '../runs/run.entity.js';
import { LABEL_LIMITS } from '../label-limits.js';

const OPTIONAL = { optional: true } as const;
const SEVERAL = { optional: true, min: 1 } as const;

@Described('Pages of the inventory; if absent, active pages without documents.')
class PagesOfInventoryDto {
  @ChoiceList(PAGE_STATES, SEVERAL)
  state?: PageState[];
  @ChoiceList(PAGE_KINDS, SEVERAL)
  kind?: PageKind[];
  @ChoiceList(PAGE_ORIGINS, SEVERAL)
  origin?: PageOrigin[];
  @TextList({ optional: true, minItems: 1, max: 200, description: 'Areas of the product, by their slugs or ids.' })
  area?: string[];
  @Text({ optional: true, max: 200, description: 'Searches address and title.' })
  q?: string;
}

@Described('Follow links from `start` within its origin.')
class CrawlDto {
  @HttpUrl({ description: 'The first page.' })
  start: string;
  @Integer({ min: 0, max: 10, description: 'The maximum number of links from `start`.' })
  depth: number;
  @TextList({ max: 200, maxItems: 50, description: 'Paths, with `*` for any characters; empty for all.' })
  include: string[];
  @TextList({ max: 200, maxItems: 50, description: 'Paths, with `*` for any characters.' })
  exclude: string[];
  @Integer({ min: 1, max: 5000, description: 'The maximum number of pages.' })
  limit: number;
}

@Described('The source of the pages of a run: one of these.')
class SourceDto {
  @Nested(() => PagesOfInventoryDto, OPTIONAL)
  pages?: PagesOfInventoryDto;
  @HttpUrl({ ...OPTIONAL, description: 'The URL of a sitemap, which the agent reads.' })
  sitemap?: string;
  @TextList({ ...OPTIONAL, minItems: 1, maxItems: 1000, max: 2000, description: 'Addresses.' })
  list?: string[];
  @Nested(() => CrawlDto, OPTIONAL)
  crawl?: CrawlDto;
}

@Described('The schedule.')
class ScheduleDto {
  @Text({
    max: 300,
    description: 'Of RFC 5545: FREQ (HOURLY to MONTHLY), INTERVAL, BYDAY, BYMONTHDAY, BYHOUR, BYMINUTE.',
    example: 'FREQ=DAILY;BYHOUR=3;BYMINUTE=0',
  })
  rrule: string;
  @Text({ max: 100, description: 'An IANA time zone.', example: 'Europe/Berlin' })
  timeZone: string;
  @Text({
    max: 19,
    description: 'The start of the schedule, in local time of the zone.',
    example: '2027-01-31T03:00:00',
  })
  start: string;
}

@Described('axe-core.')
class AxeDto {
  @TextList({ max: 50, maxItems: 20, description: 'Rule tags such as `wcag2aa`; empty for all rules.' })
  tags: string[];
  @TextList({ max: 100, maxItems: 100, description: 'Excluded rules.' })
  rulesOff: string[];
}

@Described('The tools for examining a page.')
class ToolsDto {
  @Nested(() => AxeDto, { nullable: true })
  axe: AxeDto | null;
  @Flag({ description: 'Narrow viewports, text spacing, forced colours and keyboard access.' })
  checks: boolean;
}

@Described('A viewport size in CSS pixels.')
class ViewportDto {
  @Integer({ min: 200, max: 4000, description: 'In CSS pixels.' })
  width: number;
  @Integer({ min: 200, max: 4000, description: 'In CSS pixels.' })
  height: number;
}

@Described('Opens a URL.')
class OpenDto {
  @HttpUrl({ description: 'The URL.' })
  url: string;
}

class ElementDto {
  @Text({ ...OPTIONAL, max: 200, filled: true, description: 'A WAI-ARIA role.' })
  role?: string;
  @Text({ ...OPTIONAL, max: 300, filled: true, description: 'The accessible name.' })
  name?: string;
}

@Described('Fills in a field, identified by label, or by role and name.')
class FillDto extends ElementDto {
  @Text({ ...OPTIONAL, max: 300, filled: true, description: 'The label of the field.' })
  label?: string;
  @Text({ ...OPTIONAL, max: 1000, description: 'The text to enter.' })
  text?: string;
  @Text({
    ...OPTIONAL,
    max: 50,
    filled: true,
    example: 'SHOP_PASSWORD',
    description: 'The name of a secret of the product, instead of the text.',
  })
  secret?: string;
}

@Described('Activates an element.')
class ClickDto extends ElementDto {}

@Described('Waits for a text, a URL or an element.')
class ExpectDto extends ElementDto {
  @Text({ ...OPTIONAL, max: 1000, filled: true, description: 'A text on the page.' })
  text?: string;
  @HttpUrl({ ...OPTIONAL, description: 'The URL of the page.' })
  url?: string;
}

@Described('A step before the first page: one of these.')
class StepDto {
  @Nested(() => OpenDto, OPTIONAL)
  open?: OpenDto;
  @Nested(() => FillDto, OPTIONAL)
  fill?: FillDto;
  @Nested(() => ClickDto, OPTIONAL)
  click?: ClickDto;
  @Nested(() => ExpectDto, OPTIONAL)
  expect?: ExpectDto;
}

@Described('The limits of a run.')
class BudgetDto {
  @Integer({ min: 1, max: 5000, description: 'The maximum number of pages.' })
  pages: number;
  @Integer({ min: 1, max: 240, description: 'The number of minutes after which no further page is examined.' })
  minutes: number;
}

@Described('The request rate for each host.')
class PaceDto {
  @Integer({ min: 1, max: 10, description: 'Pages per second; 1, unless you own the site.' })
  perSecond: number;
  @Integer({ min: 1, max: 8, description: 'Concurrent pages; 2, unless you own the site.' })
  together: number;
  @Flag({ description: 'You own the site: robots.txt is ignored.' })
  ownSite: boolean;
}

@Described('The last run of a monitor.')
class LastRunDto {
  @Id()
  id: string;
  @Choice(RUN_STATES)
  state: RunState;
  @Text({ nullable: true, description: 'The reason for a failure or an incomplete run.' })
  reason: string | null;
  @Timestamp()
  createdAt: Date;
  @Timestamp({ nullable: true, description: 'Null while running.' })
  endedAt: Date | null;
}

const LABELS = { ...LABEL_LIMITS, description: 'The capabilities that an agent needs.' };
const ENVIRONMENT = 'The tested deployment, such as `production`; reports belong to its main line.';
const EVIDENCE = 'Whether agents take screenshots of findings.';
const WAIT_FOR = 'A CSS selector that must match before a page is examined.';

/** Looks at pages of a product again and again. */
@Described('A scheduled examination of pages of a product.')
export class MonitorDto {
  @RecordNumber()
  number: number;
  @Text()
  name: string;
  @Text({ nullable: true, description: ENVIRONMENT })
  environment: string | null;
  @Nested(() => SourceDto)
  source: SourceDto;
  @Nested(() => ScheduleDto, { nullable: true, description: 'Null: started manually.' })
  schedule: ScheduleDto | null;
  @TextList(LABELS)
  labels: string[];
  @Nested(() => ToolsDto)
  tools: ToolsDto;
  @NestedList(() => ViewportDto)
  viewports: ViewportDto[];
  @Choice(COLOUR_SCHEMES, { nullable: true })
  colourScheme: ColourScheme | null;
  @Text({ nullable: true, description: WAIT_FOR })
  waitFor: string | null;
  @NestedList(() => StepDto, { description: 'Sign-in steps, in this order.' })
  steps: StepDto[];
  @Nested(() => BudgetDto)
  budget: BudgetDto;
  @Nested(() => PaceDto)
  pace: PaceDto;
  @Flag({ description: EVIDENCE })
  evidence: boolean;
  @Choice(MONITOR_STATES)
  state: MonitorState;
  @Timestamp({ nullable: true, description: 'The time of the next scheduled run.' })
  nextAt: Date | null;
  @Nested(() => LastRunDto, { nullable: true })
  lastRun: LastRunDto | null;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;

  static from(monitor: Monitor, lastRun: LastRunDto | null): MonitorDto {
    return { ...fieldsOf(MonitorDto, monitor), lastRun };
  }
}

/** One monitor. */
export class MonitorEnvelope {
  @Nested(() => MonitorDto)
  monitor: MonitorDto;
}

/** The monitors of a product. */
export class MonitorList {
  @NestedList(() => MonitorDto)
  monitors: MonitorDto[];
}

/** What of a monitor can be left out. */
class MonitorOptions {
  @Text({ ...OPTIONAL, nullable: true, max: 120, filled: true, description: ENVIRONMENT })
  environment?: string | null;
  @Nested(() => ScheduleDto, { ...OPTIONAL, nullable: true, description: 'Null: started manually.' })
  schedule?: ScheduleDto | null;
  @TextList({ ...OPTIONAL, ...LABELS })
  labels?: string[];
  @Nested(() => ToolsDto, { ...OPTIONAL, description: 'If absent, axe-core with all rules.' })
  tools?: ToolsDto;
  @NestedList(() => ViewportDto, { ...OPTIONAL, max: 4, description: 'If empty, one viewport of 1280 by 1024.' })
  viewports?: ViewportDto[];
  @Choice(COLOUR_SCHEMES, { ...OPTIONAL, nullable: true })
  colourScheme?: ColourScheme | null;
  @Text({ ...OPTIONAL, nullable: true, max: 500, filled: true, description: WAIT_FOR })
  waitFor?: string | null;
  @NestedList(() => StepDto, { ...OPTIONAL, max: 20, description: 'Sign-in steps, in this order.' })
  steps?: StepDto[];
  @Nested(() => BudgetDto, { ...OPTIONAL, description: 'If absent, 1,000 pages and 60 minutes.' })
  budget?: BudgetDto;
  @Nested(() => PaceDto, { ...OPTIONAL, description: 'If absent, one page per second and two concurrent pages.' })
  pace?: PaceDto;
  @Flag({ ...OPTIONAL, description: `${EVIDENCE} If absent, yes.` })
  evidence?: boolean;
  @Choice(MONITOR_STATES, OPTIONAL)
  state?: MonitorState;
}

/** A new monitor. */
export class CreateMonitor extends MonitorOptions {
  @OneLine()
  name: string;
  @Nested(() => SourceDto)
  source: SourceDto;
}

/** What to change of a monitor. */
export class UpdateMonitor extends MonitorOptions {
  @OneLine(OPTIONAL)
  name?: string;
  @Nested(() => SourceDto, OPTIONAL)
  source?: SourceDto;
}
