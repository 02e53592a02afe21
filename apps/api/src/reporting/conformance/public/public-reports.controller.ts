import { NotFound } from '#libs/errors';
import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Endpoint, Resource } from '../../../platform/http/endpoint.js';
import { isKnown } from '../../../platform/http/entity-tag.js';
import { Throttled } from '../../../platform/limits/throttled.js';
import { PAGE_POLICY } from '../exports/html-skeleton.js';
import { formAt, type PublicKind } from './public-forms.js';
import { PublishedReports } from './published-reports.service.js';
import { RenderedForms } from './rendered-forms.js';

/** Every answer is checked anew, and shows nothing but itself. */
const HEADERS = {
  'Cache-Control': 'public, no-cache',
  'Content-Security-Policy': PAGE_POLICY,
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
};

/** Published reports for everybody who has their address, whether or not they are signed in. */
@Resource('publicReports')
@Controller('public')
export class PublicReportsController {
  constructor(
    private readonly reports: PublishedReports,
    private readonly rendered: RenderedForms,
  ) {}

  @Get('conformance/:publicReport')
  @Throttled('published')
  @Endpoint({
    summary: 'A published conformance report',
    description:
      'Without an ending: a page; `.yaml`: OpenACR; `.json`: the published `document` with its `sha256`, and the current `state` and `since`; `.document.json`: the exact bytes of the hash.',
    access: 'anyone',
    place: 'public',
    secretPath: true,
    produces: ['text/html', 'application/yaml', 'application/json'],
    browsed: true,
    refuses: { 404: ['not_found'] },
  })
  showReport(@Param('publicReport') address: string, @Res() response: Response): Promise<void> {
    return this.show('report', address, response);
  }

  @Get('statement/:publicReport')
  @Throttled('published')
  @Endpoint({
    summary: 'The accessibility statement of a published conformance report',
    description:
      'By default, the RGAA model for reports on the RGAA, and the European Union model for EN 301 549 or WCAG 2.1 and later; an ending selects a form: `.eu`, `.rgaa`, `.uk`, `.eaa`, `.us`. 404 if the form does not suit the standard, or the report is incomplete for it.',
    access: 'anyone',
    place: 'public',
    secretPath: true,
    produces: ['text/html'],
    browsed: true,
    refuses: { 404: ['not_found'] },
  })
  showStatement(@Param('publicReport') address: string, @Res() response: Response): Promise<void> {
    return this.show('statement', address, response);
  }

  @Get('badge/:publicBadge')
  @Throttled('published')
  @Endpoint({
    summary: 'The badge of a published conformance report',
    description:
      '`.svg`: an image; `.json`: for the [endpoint badge](https://shields.io/badges/endpoint-badge) of shields.io.',
    access: 'anyone',
    place: 'public',
    secretPath: true,
    produces: ['image/svg+xml', 'application/json'],
    refuses: { 404: ['not_found'] },
  })
  showBadge(@Param('publicBadge') address: string, @Res() response: Response): Promise<void> {
    return this.show('badge', address, response);
  }

  private async show(kind: PublicKind, address: string, response: Response): Promise<void> {
    const end = address.indexOf('.');
    const [token, ending] = end < 0 ? [address, ''] : [address.slice(0, end), address.slice(end)];
    const form = formAt(kind, ending);
    if (!form) throw new NotFound('report');
    const report = await this.reports.find(token);
    const tag = this.rendered.tagOf(report, `${kind}${ending}`);
    const headers = { ...HEADERS, ETag: `"${tag}"` };
    if (isKnown(response.req.headers['if-none-match'], headers.ETag)) {
      response.set(headers).status(304).end();
      return;
    }
    const shown = await this.rendered.render(tag, report, form);
    if (!shown) throw new NotFound('report');
    response.set(headers).set('Content-Type', `${shown.type}; charset=utf-8`).send(shown.body);
  }
}
