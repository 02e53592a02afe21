import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Endpoint, Resource } from '../../../platform/http/endpoint.js';
import type { Language } from '../../../accounts/identity/preferences/preferences.dto.js';
import { renderForm } from '../../../accounts/mail-pages/form.js';
import { type HtmlPage, successPage } from '../../../accounts/mail-pages/html-page.js';
import { html } from '../../../accounts/mail-pages/html.js';
import { PageResponder } from '../../../accounts/mail-pages/page-responder.js';
import { OneClickForm, UnsubscribeForm, UnsubscribeQuery } from './dto/mail-settings.dto.js';
import { MailSettings } from './mail-settings.service.js';
import { MAIL_WORDS } from './mail-words.js';

/** The page that a link in each mail about notifications leads to, without signing in. */
@Resource('pages')
@Controller('unsubscribe')
export class UnsubscribePageController {
  constructor(
    private readonly settings: MailSettings,
    private readonly responder: PageResponder,
  ) {}

  @Get()
  @Endpoint({
    summary: 'The page for ending notification emails; opening it changes nothing',
    access: 'anyone',
    produces: 'text/html',
    refuses: { 400: ['INVALID_TOKEN'] },
  })
  async showUnsubscribe(
    @Query() { token }: UnsubscribeQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const language = await this.settings.languageOf(token);
    return this.responder.send(request, response, confirmationPage(token!, language ?? 'en'));
  }

  @Post()
  @Endpoint({
    summary: 'End notification emails, on the page of the link',
    access: 'anyone',
    body: 'form',
    produces: 'text/html',
    refuses: { 400: ['INVALID_TOKEN'], 403: ['origin_not_allowed'] },
  })
  async unsubscribe(
    @Body() { token }: UnsubscribeForm,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    this.responder.requireOwnOrigin(request);
    const language = await this.settings.languageOf(token);
    await this.settings.unsubscribe(token);
    return this.responder.send(request, response, donePage(language ?? 'en'));
  }
}

/** What mail programs call. */
@Resource('mailSettings')
@Controller('api/mail')
export class OneClickController {
  constructor(private readonly settings: MailSettings) {}

  @Post('unsubscribe')
  @Endpoint({
    summary: 'End notification emails with one click (RFC 8058)',
    access: 'anyone',
    body: 'form',
    optionalBody: true,
    refuses: { 400: ['INVALID_TOKEN'] },
  })
  async unsubscribe(@Query() { token }: UnsubscribeQuery, @Body() _body: OneClickForm): Promise<void> {
    await this.settings.unsubscribe(token);
  }
}

function confirmationPage(token: string, language: Language): HtmlPage {
  const { page, unsubscribe } = MAIL_WORDS[language];
  const form = renderForm({ hidden: { token }, button: unsubscribe });
  return {
    ...successPage(
      page.title,
      html`<p>${page.text}</p>
        ${form}`,
    ),
    language,
  };
}

function donePage(language: Language): HtmlPage {
  const { page } = MAIL_WORDS[language];
  return { ...successPage(page.doneTitle, html`<p>${page.doneText}</p>`), language };
}
