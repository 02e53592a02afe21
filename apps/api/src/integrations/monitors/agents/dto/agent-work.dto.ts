import {
  Choice,
  Described,
  Documented,
  Flag,
  HttpUrl,
  Id,
  Integer,
  JsonObject,
  JsonObjectList,
  named,
  Nested,
  NestedList,
  Text,
  TextList,
  ValidatedBySchema,
} from '#libs/fields';
import type { Monitor } from '../../monitor.entity.js';
import type { GivenSecret } from '../../secrets/secrets-of-runs.service.js';
import { RUN_STATES, type RunState } from '../../runs/run.entity.js';
import {
  AGENT_REASONS,
  agentPageSchema,
  type AgentReason,
  type AgentResults,
  agentResultsSchema,
} from './agent-results.schema.js';
import { LABEL_LIMITS } from '../../label-limits.js';

/** What an agent that asks for work says of itself. */
export class ClaimWork {
  @TextList({ ...LABEL_LIMITS, description: 'What it has, beside the labels that it was made with.' })
  labels: string[];
  @Text({ max: 100, filled: true, description: 'Of the program.' })
  version: string;
  @Integer({ min: 0, max: 25, description: 'For how many seconds it waits for work.' })
  wait: number;
}

const AS_IT_IS = { description: 'As the monitor has it.' };

@Described('What an agent is to do.')
class AgentMonitorDto {
  @Integer({ min: 1, description: 'Of the monitor, within its product.' })
  number: number;
  @Text()
  name: string;
  @JsonObject(AS_IT_IS)
  source: Monitor['source'];
  @JsonObject(AS_IT_IS)
  tools: Monitor['tools'];
  @JsonObjectList(AS_IT_IS)
  viewports: Monitor['viewports'];
  @Text({ nullable: true, ...AS_IT_IS })
  colourScheme: string | null;
  @Text({ nullable: true, ...AS_IT_IS })
  waitFor: string | null;
  @JsonObjectList(AS_IT_IS)
  steps: Monitor['steps'];
  @JsonObject(AS_IT_IS)
  budget: Monitor['budget'];
  @JsonObject(AS_IT_IS)
  pace: Monitor['pace'];
  @Flag({ description: 'Whether pictures of findings are asked for.' })
  evidence: boolean;
}

@Described('How much of a run is taken.')
class AgentLimitsDto {
  @Integer({ description: 'The most findings of the run that are reported.' })
  findings: number;
  @Integer({ description: 'The most pictures of the run that are kept.' })
  pictures: number;
}

@Described('A run that an agent has in hand.')
export class ClaimedRunDto {
  @Id()
  id: string;
  @Id({ description: 'Stands in each further request; who has another one has lost the run.' })
  lease: string;
  @Integer({ description: 'For how long it holds: each request renews it.' })
  leaseSeconds: number;
  @Integer({ min: 1, description: 'How many agents have had the run, with this one.' })
  attempt: number;
  @Id()
  organizationId: string;
  @Nested(() => AgentMonitorDto)
  monitor: AgentMonitorDto;
  @JsonObject({ description: 'What its steps name: `value`, and `origins` where alone it is filled in, by name.' })
  secrets: Record<string, GivenSecret>;
  @Nested(() => AgentLimitsDto)
  limits: AgentLimitsDto;
}

const Cancelled = () => Flag({ description: 'Whether the run was cancelled: the agent drops it.' });

/** The answer to an agent that gets a run. */
export class ClaimedWork {
  @Nested(() => ClaimedRunDto)
  run: ClaimedRunDto;
  @Cancelled()
  cancelled: boolean;
}

/** The lease of a run, as the agent has it. */
class HasLease {
  @Id({ description: 'Of the run, as it was claimed.' })
  lease: string;
}

/** Pictures of what was found, beside the lease. */
@Described('Pictures of what an agent has found, as files of a form.')
export class AgentPictures extends HasLease {}

/** A sign of life. */
export class Heartbeat extends HasLease {
  @Choice(named('AgentState', ['running', 'stopping'], '`stopping`: the agent ends, and leaves the run to others.'))
  state: 'running' | 'stopping';
}

/** The answer to a sign of life. */
export class HeartbeatAnswer {
  @Integer({ description: 'For how long the lease holds from now on.' })
  leaseSeconds: number;
  @Cancelled()
  cancelled: boolean;
}

/** An agent asks for pages. */
export class NextPages extends HasLease {
  @Integer({ min: 1, max: 20, description: 'The most pages.' })
  count: number;
}

@Described('A page to look at.')
class PageToLookAt {
  @Id()
  id: string;
  @HttpUrl({ description: 'The address that the agent opens.' })
  url: string;
}

/** Pages that an agent gets; none: all are in hand or done. */
export class HandedPages {
  @NestedList(() => PageToLookAt)
  pages: PageToLookAt[];
  @Cancelled()
  cancelled: boolean;
}

/** What became of pages. */
@ValidatedBySchema({ schema: agentResultsSchema, longList: { name: 'pages', item: agentPageSchema }, rule: () => {} })
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- the schema is the one place of its shape
export class AgentResultsBody {}
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type
export interface AgentResultsBody extends AgentResults {}

/** The answer to results. */
export class ResultsAnswer {
  @Documented({ type: 'array', items: { type: 'string' }, description: 'Digests of pictures that are not there.' })
  wanted: string[];
  @Cancelled()
  cancelled: boolean;
}

/** How an agent ends a run. */
export class FinishRun extends HasLease {
  @Choice(
    named('AgentEnd', ['done', 'failed'], '`failed`: no page could be looked at, such as after a sign-in that failed.'),
  )
  outcome: 'done' | 'failed';
  @Choice(AGENT_REASONS, { nullable: true })
  reason: AgentReason | null;
  @Text({ nullable: true, max: 500, description: 'What happened, in words.' })
  message: string | null;
}

@Described('What became of a run.')
class EndedRunDto {
  @Id()
  id: string;
  @Choice(RUN_STATES)
  state: RunState;
}

/** The answer to the end of a run. */
export class FinishedRun {
  @Nested(() => EndedRunDto)
  run: EndedRunDto;
  @Cancelled()
  cancelled: boolean;
}
