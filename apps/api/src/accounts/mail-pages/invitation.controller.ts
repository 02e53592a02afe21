import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CurrentPrincipal, type Principal } from '../../platform/http/current.js';
import { Endpoint, Resource, SessionOnly } from '../../platform/http/endpoint.js';
import { Throttled } from '../../platform/limits/throttled.js';
import { InvitationForm, InvitationLinkQuery } from './dto/pages.dto.js';
import { InvitationPage } from './invitation-page.js';
import { PageResponder } from './page-responder.js';
import { SIGN_IN_REFUSALS } from './page-sign-in.js';

const NOT_YOURS = [
  'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION',
  'EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION',
];

/** The page of a mailed invitation. */
@SessionOnly()
@Resource('pages')
@Controller('accept-invitation')
export class InvitationPageController {
  constructor(
    private readonly page: InvitationPage,
    private readonly responder: PageResponder,
  ) {}

  @Get()
  @Throttled('sign-in')
  @Endpoint({
    summary: 'The page of an emailed invitation',
    access: 'anyone',
    produces: 'text/html',
    refuses: { 400: ['INVITATION_NOT_FOUND'], 403: NOT_YOURS },
  })
  async showInvitation(
    @Query() query: InvitationLinkQuery,
    @CurrentPrincipal() principal: Principal | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    return this.responder.send(request, response, await this.page.show(query, principal, request));
  }
}

/** Posts of that page: session cookies are ignored, which prevents cross-site request forgery. */
@Resource('pages')
@Controller('accept-invitation')
export class InvitationFormController {
  constructor(
    private readonly page: InvitationPage,
    private readonly responder: PageResponder,
  ) {}

  @Post()
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Sign up, sign in or decline on the page of an invitation',
    description: 'The new session is sent as a cookie.',
    access: 'anyone',
    body: 'form',
    produces: 'text/html',
    refuses: {
      ...SIGN_IN_REFUSALS,
      400: [
        'INVITATION_NOT_FOUND',
        'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION',
        'PASSWORD_TOO_SHORT',
        'PASSWORD_TOO_LONG',
        'PASSWORD_COMPROMISED',
        'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE',
      ],
      403: [...NOT_YOURS, 'ACCOUNT_DISABLED', 'SIGN_UP_CLOSED', 'origin_not_allowed'],
      409: ['limit_reached', 'already_exists'],
      422: ['USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'],
    },
  })
  async answerInvitation(
    @Body() form: InvitationForm,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    this.responder.requireOwnOrigin(request);
    return this.responder.send(request, response, await this.page.submit(form, request, response));
  }
}
