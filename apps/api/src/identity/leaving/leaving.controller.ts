import { CurrentSession, CurrentUser, Endpoint, ForPeople } from '#libs/access';
import { Throttled } from '#libs/throttling';
import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DeletedDto, DeleteUser } from './leaving.dto.js';
import { Leaving } from './leaving.service.js';
import { Session } from '../sessions/session.entity.js';
import { SignInAnswer } from '../sign-in/sign-in-answer.js';
import { User } from '../user.entity.js';

/** Leaving for good. */
@ForPeople()
@Controller('api/auth')
export class LeavingController {
  constructor(
    private readonly leaving: Leaving,
    private readonly answer: SignInAnswer,
  ) {}

  @Post('delete-user')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Delete your account, with your memberships, keys, pins, sessions and picture',
    description:
      'Needs the password, or a session younger than ten minutes. What you did in organizations stays, without your name.',
    roles: 'signed-in',
    returns: DeletedDto,
    refuses: {
      400: ['INVALID_PASSWORD'],
      403: ['SESSION_NOT_FRESH', 'INVALID_CALLBACK_URL'],
      409: ['last_owner'],
    },
  })
  async delete(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() { password, callbackURL }: DeleteUser,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DeletedDto> {
    this.answer.landing(callbackURL);
    await this.leaving.leave(user, session, password);
    this.answer.take(request, response);
    return { success: true, message: 'User deleted' };
  }
}
