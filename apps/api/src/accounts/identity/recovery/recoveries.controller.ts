import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CurrentSession, CurrentUser } from '../../../platform/http/current.js';
import { Endpoint, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { RecordId } from '../../../platform/http/record-number.pipe.js';
import { Throttled } from '../../../platform/limits/throttled.js';
import { Session } from '../sessions/session.entity.js';
import { SessionTransport } from '../sign-in/session-transport.js';
import { User } from '../user.entity.js';
import { KeepMade, RecoveryDto, RecoveryEnvelope, RecoveryList } from './recoveries.dto.js';
import { Recoveries } from './recoveries.service.js';

/** Recoveries of your account. */
@SessionOnly()
@Resource('account')
@Controller('v1/me')
export class RecoveriesController {
  constructor(
    private readonly recoveries: Recoveries,
    private readonly transport: SessionTransport,
  ) {}

  @Post('recover')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Suspend what somebody else could have made with your account; ends all your other sessions',
    description:
      'API keys, trusted publishers, webhooks, invitations, members that came of them, raised roles and provider links of the last 30 days are refused from now on, but for what this session made with a fresh proof. You have a day to keep what is yours. This session goes on under a new secret, which a browser gets as its cookie and a program in the header `set-auth-token`.',
    access: 'signed-in',
    returns: RecoveryEnvelope,
    freshProof: 'always',
  })
  async recover(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RecoveryEnvelope> {
    const { token, ...recovered } = await this.recoveries.recover(user, session);
    this.transport.replace(request, response, token, session.remembered);
    return { recovery: RecoveryDto.from(recovered) };
  }

  @Get('recoveries')
  @Endpoint({
    summary: 'List the recoveries of your account, and what they have suspended',
    access: 'signed-in',
    returns: RecoveryList,
  })
  async listRecoveries(@CurrentUser() user: User): Promise<RecoveryList> {
    return { recoveries: (await this.recoveries.list(user)).map(RecoveryDto.from) };
  }

  @Post('recoveries/:recoveryId/keep')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Keep what is yours of what a recovery has suspended',
    description:
      'Within a day. It is good again at once; of a `lost_membership`, what was given back is taken again. An organization is never left without an owner (409).',
    access: 'signed-in',
    returns: RecoveryEnvelope,
    freshProof: 'always',
    refuses: { 404: ['not_found'], 409: ['last_owner', 'recovery_owner_needed'] },
  })
  async keep(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Param('recoveryId', RecordId) id: string,
    @Body() { ids }: KeepMade,
  ): Promise<RecoveryEnvelope> {
    return { recovery: RecoveryDto.from(await this.recoveries.keep(user, session, id, ids)) };
  }
}
