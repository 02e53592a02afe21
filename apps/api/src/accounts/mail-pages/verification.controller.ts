import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CurrentPrincipal, type Principal } from '../../platform/http/current.js';
import { Endpoint, Resource, SessionOnly } from '../../platform/http/endpoint.js';
import { StatusDto } from '../identity/status.dto.js';
import { Throttled } from '../../platform/limits/throttled.js';
import { VerificationForm, VerificationLinkQuery } from './dto/pages.dto.js';
import { PageResponder } from './page-responder.js';
import { SIGN_IN_REFUSALS } from './page-sign-in.js';
import { wantsPage } from './refusal-page.js';
import { VerificationPage } from './verification-page.js';

/** The link that verifies an address, for programs and for people. */
@SessionOnly()
@Resource('pages')
@Controller('api/auth/verify-email')
export class VerificationController {
  constructor(
    private readonly page: VerificationPage,
    private readonly responder: PageResponder,
  ) {}

  @Get()
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Confirm your email address',
    description:
      'For the session of the account of the link. Other callers that ask for `text/html` get a page that asks for the password of the account.',
    access: 'anyone',
    returns: StatusDto,
    produces: 'text/html',
    refuses: { 400: ['INVALID_TOKEN'], 401: ['UNAUTHORIZED'] },
  })
  async verifyAddress(
    @Query() query: VerificationLinkQuery,
    @CurrentPrincipal() principal: Principal | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StatusDto | string> {
    const { page } = await this.page.open(query, principal, request);
    return wantsPage(request) ? this.responder.send(request, response, page) : { status: true };
  }

  // The session cookie is ignored here, which prevents cross-site request forgery.
  @Post()
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Confirm your email address with the password of the account, on the page of the emailed link',
    access: 'anyone',
    body: 'form',
    produces: 'text/html',
    refuses: {
      ...SIGN_IN_REFUSALS,
      400: ['INVALID_TOKEN', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE'],
      403: ['ACCOUNT_DISABLED', 'origin_not_allowed'],
      409: ['already_exists'],
    },
  })
  async verifyAddressByPassword(
    @Body() form: VerificationForm,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    this.responder.requireOwnOrigin(request);
    return this.responder.send(request, response, await this.page.submit(form, request, response));
  }
}
