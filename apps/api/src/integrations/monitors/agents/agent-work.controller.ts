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
    summary: 'Request a run (for agents)',
    description:
      'Send the token of the agent as `Authorization: Bearer`. At most two requests of an agent can wait at the same time.',
    access: 'anyone',
    ownCallers: true,
    returns: ClaimedWork,
    orNothing: 'No run is available; with `Retry-After`, too many agents are already waiting.',
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
    summary: 'Renew the lease of a run (for agents)',
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
    summary: 'Request pages of a run (for agents)',
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
    summary: 'Submit the results of pages (for agents)',
    description: 'Only the first result of a page counts.',
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
    summary: 'Upload screenshots of findings (for agents)',
    description:
      'Send the screenshots listed in `wanted` of the answer to results; each file is named after its SHA-256, `9f86d0….webp`. A run stores up to 500.',
    access: 'anyone',
    ownCallers: true,
    secretPath: false,
    upload: {
      bytes: PICTURE_BYTES,
      fields: AgentPictures,
      files: 20,
      description: 'WebP files of at most 200,000 bytes each.',
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
    summary: 'Complete a run (for agents)',
    description: 'Its findings are then reported.',
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
