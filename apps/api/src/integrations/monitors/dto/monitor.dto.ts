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

@Described('Pages of the inventory; active ones that are no documents where nothing is said.')
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

@Described('Links are followed from `start`, within its origin.')
class CrawlDto {
  @HttpUrl({ description: 'The first page.' })
  start: string;
  @Integer({ min: 0, max: 10, description: 'How many links away from `start`.' })
  depth: number;
  @TextList({ max: 200, maxItems: 50, description: 'Paths with `*` for any characters; empty: all.' })
  include: string[];
  @TextList({ max: 200, maxItems: 50, description: 'Paths with `*` for any characters.' })
  exclude: string[];
  @Integer({ min: 1, max: 5000, description: 'The most pages.' })
  limit: number;
}

@Described('Where the pages of a run come from: one of these.')
class SourceDto {
  @Nested(() => PagesOfInventoryDto, OPTIONAL)
  pages?: PagesOfInventoryDto;
  @HttpUrl({ ...OPTIONAL, description: 'Of a sitemap, which the agent reads.' })
  sitemap?: string;
  @TextList({ ...OPTIONAL, minItems: 1, maxItems: 1000, max: 2000, description: 'Addresses.' })
  list?: string[];
  @Nested(() => CrawlDto, OPTIONAL)
  crawl?: CrawlDto;
}

@Described('When it runs by itself.')
class ScheduleDto {
  @Text({
    max: 300,
    description: 'Of RFC 5545: FREQ (HOURLY to MONTHLY), INTERVAL, BYDAY, BYMONTHDAY, BYHOUR, BYMINUTE.',
    example: 'FREQ=DAILY;BYHOUR=3;BYMINUTE=0',
  })
  rrule: string;
  @Text({ max: 100, description: 'Of the IANA database.', example: 'Europe/Berlin' })
  timeZone: string;
  @Text({ max: 19, description: 'From when on it counts, in the time of the zone.', example: '2027-01-31T03:00:00' })
  start: string;
}

@Described('axe-core.')
class AxeDto {
  @TextList({ max: 50, maxItems: 20, description: 'Tags of rules such as `wcag2aa`; empty: all rules.' })
  tags: string[];
  @TextList({ max: 100, maxItems: 100, description: 'Rules that are not run.' })
  rulesOff: string[];
}

@Described('What looks at a page.')
class ToolsDto {
  @Nested(() => AxeDto, { nullable: true })
  axe: AxeDto | null;
  @Flag({ description: 'Narrow windows, text spacing, forced colours and the keyboard.' })
  checks: boolean;
}

@Described('The size of a window in CSS pixels.')
class ViewportDto {
  @Integer({ min: 200, max: 4000, description: 'In CSS pixels.' })
  width: number;
  @Integer({ min: 200, max: 4000, description: 'In CSS pixels.' })
  height: number;
}

@Described('Opens an address.')
class OpenDto {
  @HttpUrl({ description: 'What is opened.' })
  url: string;
}

class ElementDto {
  @Text({ ...OPTIONAL, max: 200, filled: true, description: 'A role of WAI-ARIA.' })
  role?: string;
  @Text({ ...OPTIONAL, max: 300, filled: true, description: 'The accessible name.' })
  name?: string;
}

@Described('Fills in a field: by its label, or by role and name.')
class FillDto extends ElementDto {
  @Text({ ...OPTIONAL, max: 300, filled: true, description: 'The label of the field.' })
  label?: string;
  @Text({ ...OPTIONAL, max: 1000, description: 'What is filled in.' })
  text?: string;
  @Text({
    ...OPTIONAL,
    max: 50,
    filled: true,
    example: 'SHOP_PASSWORD',
    description: 'The name of a secret of the product, in its place.',
  })
  secret?: string;
}

@Described('Activates an element.')
class ClickDto extends ElementDto {}

@Described('Waits for a text, an address, or an element.')
class ExpectDto extends ElementDto {
  @Text({ ...OPTIONAL, max: 1000, filled: true, description: 'What the page says.' })
  text?: string;
  @HttpUrl({ ...OPTIONAL, description: 'The address of the page.' })
  url?: string;
}

@Described('One step before the first page: one of these.')
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

@Described('Where a run ends at the latest.')
class BudgetDto {
  @Integer({ min: 1, max: 5000, description: 'The most pages.' })
  pages: number;
  @Integer({ min: 1, max: 240, description: 'After how many minutes no page is begun.' })
  minutes: number;
}

@Described('How fast each host is asked.')
class PaceDto {
  @Integer({ min: 1, max: 10, description: 'Pages a second; 1, unless the site is yours.' })
  perSecond: number;
  @Integer({ min: 1, max: 8, description: 'Pages at once; 2, unless the site is yours.' })
  together: number;
  @Flag({ description: 'The site is yours: robots.txt is not asked.' })
  ownSite: boolean;
}

@Described('What a monitor did last.')
class LastRunDto {
  @Id()
  id: string;
  @Choice(RUN_STATES)
  state: RunState;
  @Text({ nullable: true, description: 'Why it failed, or what cut it short.' })
  reason: string | null;
  @Timestamp()
  createdAt: Date;
  @Timestamp({ nullable: true, description: 'Null while it is under way.' })
  endedAt: Date | null;
}

const LABELS = { ...LABEL_LIMITS, description: 'What an agent must have to run it.' };
const ENVIRONMENT = 'The deployment that it looks at, such as `production`: reports speak of its main line.';
const EVIDENCE = 'Whether agents take pictures of what they find, which findings show.';
const WAIT_FOR = 'A CSS selector that has to be there before a page is looked at.';

/** Looks at pages of a product again and again. */
@Described('What looks at pages of a product again and again.')
export class MonitorDto {
  @RecordNumber()
  number: number;
  @Text()
  name: string;
  @Text({ nullable: true, description: ENVIRONMENT })
  environment: string | null;
  @Nested(() => SourceDto)
  source: SourceDto;
  @Nested(() => ScheduleDto, { nullable: true, description: 'Null: by hand.' })
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
  @NestedList(() => StepDto, { description: 'They sign in, in this order.' })
  steps: StepDto[];
  @Nested(() => BudgetDto)
  budget: BudgetDto;
  @Nested(() => PaceDto)
  pace: PaceDto;
  @Flag({ description: EVIDENCE })
  evidence: boolean;
  @Choice(MONITOR_STATES)
  state: MonitorState;
  @Timestamp({ nullable: true, description: 'When it runs next by itself.' })
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
  @Nested(() => ScheduleDto, { ...OPTIONAL, nullable: true, description: 'Null: by hand.' })
  schedule?: ScheduleDto | null;
  @TextList({ ...OPTIONAL, ...LABELS })
  labels?: string[];
  @Nested(() => ToolsDto, { ...OPTIONAL, description: 'axe-core with all rules when absent.' })
  tools?: ToolsDto;
  @NestedList(() => ViewportDto, { ...OPTIONAL, max: 4, description: 'Empty: one of 1280 by 1024.' })
  viewports?: ViewportDto[];
  @Choice(COLOUR_SCHEMES, { ...OPTIONAL, nullable: true })
  colourScheme?: ColourScheme | null;
  @Text({ ...OPTIONAL, nullable: true, max: 500, filled: true, description: WAIT_FOR })
  waitFor?: string | null;
  @NestedList(() => StepDto, { ...OPTIONAL, max: 20, description: 'They sign in, in this order.' })
  steps?: StepDto[];
  @Nested(() => BudgetDto, { ...OPTIONAL, description: '1,000 pages and 60 minutes when absent.' })
  budget?: BudgetDto;
  @Nested(() => PaceDto, { ...OPTIONAL, description: 'One page a second and two at once when absent.' })
  pace?: PaceDto;
  @Flag({ ...OPTIONAL, description: `${EVIDENCE} Absent: yes.` })
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
