import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CurrentSession, CurrentUser } from '../../../platform/http/current.js';
import { Endpoint, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { Throttled } from '../../../platform/limits/throttled.js';
import { Session } from '../sessions/session.entity.js';
import { SessionTransport } from '../sign-in/session-transport.js';
import { User } from '../user.entity.js';
import { AccountDeletion } from './account-deletion.service.js';
import { DeletedDto, DeleteUser } from './leaving.dto.js';

/** Account deletion. */
@SessionOnly()
@Resource('identity')
@Controller('api/auth')
export class LeavingController {
  constructor(
    private readonly deletion: AccountDeletion,
    private readonly transport: SessionTransport,
  ) {}

  @Post('delete-user')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Delete your account, with your memberships, keys, pins, sessions and picture',
    description:
      'Needs the password, or a session younger than ten minutes. Your contributions to organizations stay, without your name. Invitations to your confirmed addresses are deleted.',
    access: 'signed-in',
    returns: DeletedDto,
    refuses: {
      400: ['INVALID_PASSWORD'],
      403: ['SESSION_NOT_FRESH', 'INVALID_CALLBACK_URL'],
      409: ['last_owner', 'recovery_owner_needed'],
    },
  })
  async deleteUser(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() { password, callbackURL }: DeleteUser,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DeletedDto> {
    this.transport.callbackTarget(callbackURL);
    await this.deletion.deleteAccount(user, session, password);
    this.transport.clear(request, response);
    return { success: true, message: 'User deleted' };
  }
}
