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
  @TextList({ ...LABEL_LIMITS, description: 'Capabilities in addition to the labels of the agent.' })
  labels: string[];
  @Text({ max: 100, filled: true, description: 'The version of the program.' })
  version: string;
  @Integer({ min: 0, max: 25, description: 'The number of seconds to wait for a run.' })
  wait: number;
}

const AS_IT_IS = { description: 'As configured in the monitor.' };

@Described('The configuration of a run.')
class AgentMonitorDto {
  @Integer({ min: 1, description: 'The number of the monitor in its product.' })
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
  @Flag({ description: 'Whether screenshots of findings are requested.' })
  evidence: boolean;
}

@Described('The limits of a run.')
class AgentLimitsDto {
  @Integer({ description: 'The maximum number of reported findings.' })
  findings: number;
  @Integer({ description: 'The maximum number of stored screenshots.' })
  pictures: number;
}

@Described('A run leased to an agent.')
export class ClaimedRunDto {
  @Id()
  id: string;
  @Id({ description: 'Required in each further request; a request with another lease is rejected.' })
  lease: string;
  @Integer({ description: 'The validity of the lease; each request renews it.' })
  leaseSeconds: number;
  @Integer({ min: 1, description: 'The number of agents that have leased the run, including this one.' })
  attempt: number;
  @Id()
  organizationId: string;
  @Nested(() => AgentMonitorDto)
  monitor: AgentMonitorDto;
  @JsonObject({
    description: 'Secrets used by the steps, by name: `value`, and the `origins` where it may be entered.',
  })
  secrets: Record<string, GivenSecret>;
  @Nested(() => AgentLimitsDto)
  limits: AgentLimitsDto;
}

const Cancelled = () => Flag({ description: 'Whether the run was cancelled; the agent must stop.' });

/** The answer to an agent that gets a run. */
export class ClaimedWork {
  @Nested(() => ClaimedRunDto)
  run: ClaimedRunDto;
  @Cancelled()
  cancelled: boolean;
}

/** The lease of a run, as the agent has it. */
class HasLease {
  @Id({ description: 'The lease of the run.' })
  lease: string;
}

/** Pictures of what was found, beside the lease. */
@Described('Screenshots of findings, as form files.')
export class AgentPictures extends HasLease {}

/** A sign of life. */
export class Heartbeat extends HasLease {
  @Choice(
    named(
      'AgentState',
      ['running', 'stopping'],
      '`stopping`: the agent shuts down and releases the run to other agents.',
    ),
  )
  state: 'running' | 'stopping';
}

/** The answer to a sign of life. */
export class HeartbeatAnswer {
  @Integer({ description: 'The validity of the lease from now on.' })
  leaseSeconds: number;
  @Cancelled()
  cancelled: boolean;
}

/** An agent asks for pages. */
export class NextPages extends HasLease {
  @Integer({ min: 1, max: 20, description: 'The maximum number of pages.' })
  count: number;
}

@Described('A page to be examined.')
class PageToLookAt {
  @Id()
  id: string;
  @HttpUrl({ description: 'The address to open.' })
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
  @Documented({ type: 'array', items: { type: 'string' }, description: 'Digests of missing screenshots.' })
  wanted: string[];
  @Cancelled()
  cancelled: boolean;
}

/** How an agent ends a run. */
export class FinishRun extends HasLease {
  @Choice(named('AgentEnd', ['done', 'failed'], '`failed`: no page could be examined, such as after a failed sign-in.'))
  outcome: 'done' | 'failed';
  @Choice(AGENT_REASONS, { nullable: true })
  reason: AgentReason | null;
  @Text({ nullable: true, max: 500, description: 'The cause, as text.' })
  message: string | null;
}

@Described('The result of a run.')
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
