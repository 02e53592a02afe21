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
    summary: 'Suspend access that another person may have created with your account; ends all your other sessions',
    description:
      'Suspends API keys, trusted publishers, webhooks, invitations, members joined through them, role upgrades and provider links of the last 30 days, except those created in this session with a fresh proof. You have one day to keep the items that are yours. The session gets a new secret: as a cookie for browsers, in the header `set-auth-token` for other clients.',
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
    summary: 'List the recoveries of your account and the items they suspended',
    access: 'signed-in',
    returns: RecoveryList,
  })
  async listRecoveries(@CurrentUser() user: User): Promise<RecoveryList> {
    return { recoveries: (await this.recoveries.list(user)).map(RecoveryDto.from) };
  }

  @Post('recoveries/:recoveryId/keep')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Keep suspended items that are yours',
    description:
      'Within one day. The items work again at once; if a `lost_membership` is kept, its restored membership is removed again. An organization always keeps at least one owner (409).',
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
