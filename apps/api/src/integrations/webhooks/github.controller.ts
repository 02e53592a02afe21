import { Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Endpoint, Resource } from '../../platform/http/endpoint.js';
import { Throttled } from '../../platform/limits/throttled.js';
import { Received } from './dto/github.dto.js';
import { GitHubDeliveries } from './github-deliveries.service.js';
import { DELIVERY_LIMIT, readDelivery } from './read-delivery.js';

/** Receives GitHub events: of issues and of pull requests. */
@Resource('webhooks')
@Controller('api/webhooks/github')
export class GitHubController {
  constructor(private readonly deliveries: GitHubDeliveries) {}

  @Post(':orgId')
  @Throttled('deliveries')
  @Endpoint({
    summary: 'Receive a GitHub event, signed with the secret of the organization',
    description:
      'Closing or reopening a GitHub issue updates every issue of the organization whose `source` is `external` and whose `sourceUrl` is its URL. Closing a pull request ends its proposals: those whose `prUrl` belongs to its repository, and those without a `prUrl` in products that have others of the repository. Each delivery is processed once, and ignored if older than the last known state; other events are accepted and ignored.',
    access: 'anyone',
    secretPath: false,
    body: 'raw',
    bodyLimit: DELIVERY_LIMIT,
    returns: Received,
    refuses: { 401: ['invalid_signature'], 403: ['organization_suspended'], 404: ['not_found'] },
  })
  @HttpCode(200)
  async receiveFromGitHub(
    @Param('orgId') orgId: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Received> {
    const sender = { organization: orgId, address: request.ip ?? '', signature: request.header('x-hub-signature-256') };
    const delivery = await this.deliveries.read(sender, (slot) => readDelivery(request, response, slot));
    response.setHeader('Cache-Control', 'no-store');
    const [id, kind] = [request.header('x-github-delivery'), request.header('x-github-event')];
    return { updated: await this.deliveries.take({ ...delivery, id, kind }) };
  }
}
