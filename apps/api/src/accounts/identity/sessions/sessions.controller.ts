import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { CalledRequest } from '../../../platform/http/call.js';
import { CurrentPrincipal, CurrentSession, CurrentUser, type Principal } from '../../../platform/http/current.js';
import { Endpoint, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { EndSessions, MadeAccessDto, SessionsEnded } from '../recovery/recoveries.dto.js';
import { SessionTransport } from '../sign-in/session-transport.js';
import { StatusDto, SuccessDto } from '../status.dto.js';
import { UserDto } from '../user.dto.js';
import { User } from '../user.entity.js';
import { CurrentSessionDto, RevokeSession, SessionDto } from './session.dto.js';
import { Session } from './session.entity.js';
import { SessionsService } from './sessions.service.js';

/** Your sessions. */
@SessionOnly()
@Resource('sessions')
@Controller('api/auth')
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly transport: SessionTransport,
  ) {}

  @Get('get-session')
  @Endpoint({
    summary: 'Read the current session and user; `null` without a session',
    access: 'anyone',
    returns: CurrentSessionDto,
    nullable: true,
  })
  current(
    @CurrentPrincipal() principal: Principal | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): CurrentSessionDto | null {
    if (!principal) return null;
    // The cookie must expire with the session, whose expiry was just renewed.
    this.transport.reissue(request, response);
    return { session: SessionDto.from(principal.session as Session), user: UserDto.from(principal.user as User) };
  }

  @Post('sign-out')
  @Endpoint({ whileReadOnly: true, summary: 'End this session', access: 'anyone', returns: SuccessDto })
  async signOut(
    @CurrentPrincipal() principal: Principal | undefined,
    @Req() request: CalledRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SuccessDto> {
    await this.sessions.signOut(principal?.session as Session | undefined, this.transport.challengeIn(request));
    await request.call.reservation?.forget();
    this.transport.clear(request, response);
    return { success: true };
  }

  @Get('list-sessions')
  @Endpoint({ summary: 'List your sessions', access: 'signed-in', returns: [SessionDto] })
  async list(@CurrentUser() user: User): Promise<SessionDto[]> {
    return (await this.sessions.list(user.id)).map(SessionDto.from);
  }

  @Post('revoke-session')
  @Endpoint({ whileReadOnly: true, summary: 'End one of your sessions', access: 'signed-in', returns: StatusDto })
  async revoke(@CurrentUser() user: User, @Body() { token }: RevokeSession): Promise<StatusDto> {
    await this.sessions.revoke(user, token);
    return { status: true };
  }

  @Post('revoke-sessions')
  @Endpoint({
    whileReadOnly: true,
    summary: 'End all your sessions',
    access: 'signed-in',
    returns: SessionsEnded,
    optionalBody: true,
  })
  async revokeAll(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() body?: EndSessions,
  ): Promise<SessionsEnded> {
    const made = await this.sessions.revokeAll(user, session, { ...body, except: false });
    return { status: true, made: made.map(MadeAccessDto.from) };
  }

  @Post('revoke-other-sessions')
  @Endpoint({
    whileReadOnly: true,
    summary: 'End all your other sessions',
    access: 'signed-in',
    returns: SessionsEnded,
    optionalBody: true,
  })
  async revokeOthers(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() body?: EndSessions,
  ): Promise<SessionsEnded> {
    const made = await this.sessions.revokeAll(user, session, { ...body, except: true });
    return { status: true, made: made.map(MadeAccessDto.from) };
  }
}
