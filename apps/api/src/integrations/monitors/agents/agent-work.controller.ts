import { Body, Controller, HttpStatus, Param, Post, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { PICTURE_BYTES } from '../../../findings/triage/pictures/finding-pictures.service.js';
import { Endpoint, Resource } from '../../../platform/http/endpoint.js';
import { RecordId } from '../../../platform/http/record-number.pipe.js';
import type { FileOnDisk } from '../../../platform/http/upload.js';
import { UploadedFiles } from '../../../platform/http/upload.interceptor.js';
import { Throttled } from '../../../platform/limits/throttled.js';
import { AgentGuard, type CallingAgent, CurrentAgent } from './agent.guard.js';
import { AgentWork } from './agent-work.service.js';
import { LEASE_SECONDS } from './agents.sql.js';
import { Claims } from './claims.service.js';
import {
  AgentPictures,
  AgentResultsBody,
  ClaimedWork,
  ClaimWork,
  FinishedRun,
  FinishRun,
  HandedPages,
  Heartbeat,
  HeartbeatAnswer,
  NextPages,
  ResultsAnswer,
} from './dto/agent-work.dto.js';

const REFUSES = { 401: ['agent_refused'], 404: ['not_found'], 409: ['lease_lost'] };
/** After how many seconds an agent that could not wait asks again. */
const RETRY_S = 5;

/** What agents call: their token is the credential here, and opens nothing else. */
@UseGuards(AgentGuard)
@Resource('agentWork')
@Controller('api/agent')
export class AgentWorkController {
  constructor(
    private readonly claims: Claims,
    private readonly work: AgentWork,
  ) {}

  @Post('claim')
  @Throttled('deliveries')
  @Endpoint({
    summary: 'Ask for a run, as an agent',
    description:
      'The token of the agent is sent as `Authorization: Bearer`. At most two requests of an agent wait at once.',
    access: 'anyone',
    ownCallers: true,
    returns: ClaimedWork,
    orNothing: 'There is no run for it; where `Retry-After` is sent, too many agents wait already.',
    refuses: { 401: ['agent_refused'] },
  })
  async claim(
    @CurrentAgent() agent: CallingAgent,
    @Body() body: ClaimWork,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ClaimedWork | undefined> {
    const { run, isBusy } = await this.claims.claim(agent, body);
    if (run) return { run, cancelled: false };
    if (isBusy) response.setHeader('Retry-After', RETRY_S);
    response.status(HttpStatus.NO_CONTENT);
    return undefined;
  }

  @Post('runs/:agentRunId/heartbeat')
  @Throttled('deliveries')
  @Endpoint({
    summary: 'Keep a run in hand, as an agent',
    access: 'anyone',
    ownCallers: true,
    secretPath: false,
    returns: HeartbeatAnswer,
    refuses: REFUSES,
  })
  async heartbeat(
    @CurrentAgent() agent: CallingAgent,
    @Param('agentRunId', RecordId) runId: string,
    @Body() { lease, state }: Heartbeat,
  ): Promise<HeartbeatAnswer> {
    const inHand = { agent, runId, lease };
    const cancelled = await (state === 'stopping' ? this.work.leave(inHand) : this.work.heartbeat(inHand));
    return { leaseSeconds: LEASE_SECONDS, cancelled };
  }

  @Post('runs/:agentRunId/next')
  @Throttled('deliveries')
  @Endpoint({
    summary: 'Ask for pages of a run, as an agent',
    access: 'anyone',
    ownCallers: true,
    secretPath: false,
    returns: HandedPages,
    refuses: REFUSES,
  })
  next(
    @CurrentAgent() agent: CallingAgent,
    @Param('agentRunId', RecordId) runId: string,
    @Body() { lease, count }: NextPages,
  ): Promise<HandedPages> {
    return this.work.next({ agent, runId, lease }, count);
  }

  @Post('runs/:agentRunId/results')
  @Throttled('deliveries')
  @Endpoint({
    summary: 'Tell what was found on pages, as an agent',
    description: 'The first result of a page holds.',
    access: 'anyone',
    ownCallers: true,
    secretPath: false,
    bodyLimit: 1_048_576,
    gzip: true,
    returns: ResultsAnswer,
    refuses: REFUSES,
  })
  async tellResults(
    @CurrentAgent() agent: CallingAgent,
    @Param('agentRunId', RecordId) runId: string,
    @Body() body: AgentResultsBody,
  ): Promise<ResultsAnswer> {
    return this.work.results({ agent, runId, lease: body.lease }, body);
  }

  @Post('runs/:agentRunId/evidence')
  @Throttled('deliveries')
  @Endpoint({
    summary: 'Send pictures of what was found, as an agent',
    description:
      'Those that the answer to results calls `wanted`: each file is named after its SHA-256, `9f86d0….webp`. A run keeps 500.',
    access: 'anyone',
    ownCallers: true,
    secretPath: false,
    upload: {
      bytes: PICTURE_BYTES,
      fields: AgentPictures,
      files: 20,
      description: 'WebP, of 200,000 bytes at most each.',
    },
    refuses: REFUSES,
  })
  async sendEvidence(
    @CurrentAgent() agent: CallingAgent,
    @Param('agentRunId', RecordId) runId: string,
    @UploadedFiles() files: FileOnDisk[],
    @Body() { lease }: AgentPictures,
  ): Promise<void> {
    await this.work.keepPictures({ agent, runId, lease }, files);
  }

  @Post('runs/:agentRunId/finish')
  @Throttled('deliveries')
  @Endpoint({
    summary: 'End a run, as an agent',
    description: 'What it has found is reported then.',
    access: 'anyone',
    ownCallers: true,
    secretPath: false,
    returns: FinishedRun,
    refuses: REFUSES,
  })
  async finish(
    @CurrentAgent() agent: CallingAgent,
    @Param('agentRunId', RecordId) runId: string,
    @Body() body: FinishRun,
  ): Promise<FinishedRun> {
    const inHand = { agent, runId, lease: body.lease };
    const { state, cancelled } = await this.work.finish(inHand, body);
    return { run: { id: runId, state }, cancelled };
  }
}
