import { clock } from '#libs/clock';
import { Settings } from '#libs/config';
import { query } from '#libs/database';
import { MINUTE_MS } from '#libs/dates';
import { newId } from '#libs/ids';
import { onCallerGone } from '#libs/logging';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Product } from '../../../products/products/product.entity.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { Monitor } from '../monitor.entity.js';
import { endFailedRun } from '../runs/end-run.js';
import { fillRun } from '../runs/fill-run.js';
import { MonitorRun } from '../runs/run.entity.js';
import { MOVE_RUN, OPEN_AGAIN, START_RUN } from '../runs/runs.sql.js';
import { SecretsOfRuns } from '../secrets/secrets-of-runs.service.js';
import {
  BOUND_LEASE,
  HAS_WORK_OF_ANY,
  HAVE_WORK,
  type KnownAgent,
  LEASE_SECONDS,
  LEAVE_QUEUE,
  NOTE_VERSION,
  TAKE_RUN,
  TAKE_RUN_OF_ANY,
} from './agents.sql.js';
import type { ClaimedRunDto, ClaimWork } from './dto/agent-work.dto.js';
import { KnownAgents } from './known-agents.service.js';
import type { CallingAgent } from './agent.guard.js';
import { RUN_LIMITS } from './run-limits.js';
import { WaitingAgents } from './waiting-agents.js';

const POLL_EVERY_MS = 1000;
/** Of the connections of the service, this part (1/n) may be of agents that wait. */
const SHARE_OF_CONNECTIONS = 4;

/** For how many minutes an agent may have a run in hand whose time is over: it tells what it has found. */
const MINUTES_TO_FINISH = 30;

/** Gives runs to agents that ask for work. */
@Injectable()
export class Claims implements OnModuleDestroy {
  private readonly waiting: WaitingAgents;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: SecretsOfRuns,
    private readonly agents: KnownAgents,
    { maxConnections }: Settings,
  ) {
    const most = Math.max(1, Math.floor(maxConnections / SHARE_OF_CONNECTIONS));
    this.waiting = new WaitingAgents(most, POLL_EVERY_MS, (organizationIds) => this.haveWork(organizationIds));
  }

  onModuleDestroy(): void {
    this.endWaiting();
  }

  /** Agents that wait are answered at once, and wait no more: another process has work for them. */
  endWaiting(): void {
    this.waiting.stop();
  }

  /** A run for an agent, which it waits for; undefined: there is none, and `busy` says that it could not wait. */
  async claim(
    caller: CallingAgent,
    { labels, version, wait }: ClaimWork,
  ): Promise<{ run?: ClaimedRunDto; isBusy: boolean }> {
    const until = performance.now() + wait * 1000;
    let agent: KnownAgent = caller;
    for (;;) {
      await query(this.database, NOTE_VERSION, [agent.id, version]);
      const run = await this.take({ ...agent, labels: [...agent.labels, ...labels] });
      if (run) return { run, isBusy: false };
      const left = until - performance.now();
      if (left <= 0) return { isBusy: false };
      if (!this.waiting.hasRoom(agent.id)) return { isBusy: true };
      let isGone = false;
      await this.waiting.wait({ organizationId: agent.organizationId, agentId: agent.id }, left, (leave) =>
        onCallerGone(() => {
          isGone = true;
          leave();
        }),
      );
      if (isGone || this.waiting.isOver) return { isBusy: false };
      // It may have been deleted while it waited.
      agent = await this.agents.find(caller.token);
    }
  }

  /** Which of these organizations have work; null: those together that have no agents of their own. */
  private async haveWork(organizationIds: readonly (string | null)[]): Promise<(string | null)[]> {
    const named = organizationIds.filter((id) => id !== null);
    const own = named.length > 0 ? await query(this.database, HAVE_WORK, [named]) : [];
    const [any] = named.length < organizationIds.length ? await query(this.database, HAS_WORK_OF_ANY, []) : [];
    return [...own.map(({ organizationId }) => organizationId), ...(any?.hasWork ? [null] : [])];
  }

  /** Runs that cannot be run any more are passed over. */
  private async take(agent: KnownAgent): Promise<ClaimedRunDto | undefined> {
    for (;;) {
      const taken = await this.unitOfWork.run((change) => this.takeOne(change, agent));
      if (taken !== 'passed') return taken;
    }
  }

  private async takeOne(change: ChangeContext, agent: KnownAgent): Promise<ClaimedRunDto | 'passed' | undefined> {
    const { tx } = change;
    const lease = newId();
    const [taken] = agent.organizationId
      ? await query(tx, TAKE_RUN, [agent.organizationId, agent.labels, agent.id, lease])
      : await query(tx, TAKE_RUN_OF_ANY, [agent.labels, agent.id, lease]);
    if (!taken) return undefined;
    const { organizationId, runId, attempt } = taken;
    const leave = async (): Promise<'passed'> => {
      await query(tx, LEAVE_QUEUE, [organizationId, [runId]]);
      return 'passed';
    };
    const started = await query(tx, START_RUN, [organizationId, runId, attempt]);
    if (started.length === 0) return leave();
    const run = await tx.findOneByOrFail(MonitorRun, { organizationId, id: runId });
    const monitor = await tx.findOneByOrFail(Monitor, { organizationId, id: run.monitorId });
    const product = await tx.findOneByOrFail(Product, { organizationId, id: run.productId });
    if (product.archivedAt) {
      await query(tx, MOVE_RUN, [organizationId, runId, ['running'], 'failed', 'product_archived', null, true]);
      return leave();
    }
    const secrets = await this.secrets.given(tx, monitor, agent.organizationId === null);
    if ('reason' in secrets) {
      await endFailedRun(change, run, monitor, secrets);
      return leave();
    }
    await query(tx, BOUND_LEASE, [runId, minutesLeft(run, monitor) + MINUTES_TO_FINISH]);
    if (attempt === 1) await fillRun(tx, run, monitor, product);
    else await query(tx, OPEN_AGAIN, [organizationId, runId]);
    return {
      id: runId,
      lease,
      leaseSeconds: LEASE_SECONDS,
      attempt,
      organizationId,
      ...work(monitor),
      secrets: secrets.given,
    };
  }
}

const minutesLeft = ({ startedAt }: MonitorRun, { budget }: Monitor): number =>
  Math.max(0, Math.ceil(budget.minutes - (clock.millis() - +startedAt!) / MINUTE_MS));

const work = ({
  number,
  name,
  source,
  tools,
  viewports,
  colourScheme,
  waitFor,
  steps,
  budget,
  pace,
  evidence,
}: Monitor): Pick<ClaimedRunDto, 'monitor' | 'limits'> => ({
  monitor: { number, name, source, tools, viewports, colourScheme, waitFor, steps, budget, pace, evidence },
  limits: RUN_LIMITS,
});
