import { Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Endpoint, Resource } from '../../../platform/http/endpoint.js';
import { Throttled } from '../../../platform/limits/throttled.js';
import { Received } from '../../webhooks/dto/github.dto.js';
import { DELIVERY_LIMIT, readDelivery } from '../../webhooks/read-delivery.js';
import { TrackerDeliveries } from './deliveries.service.js';

/** Receives events of trackers with which products are connected. */
@Resource('trackerConnections')
@Controller('api/webhooks/trackers')
export class TrackerDeliveriesController {
  constructor(private readonly deliveries: TrackerDeliveries) {}

  @Post(':orgId/:trackerConnectionId')
  @HttpCode(200)
  @Throttled('deliveries')
  @Endpoint({
    summary: 'Receive a webhook event from a tracker',
    description:
      'GitHub (`X-Hub-Signature-256`) and Jira (`X-Hub-Signature`) sign it; GitLab sends the secret (`X-Gitlab-Token`), Azure sends it as the password of `Authorization: Basic`. The event only identifies the issue; a background job reads its changes from the tracker.',
    access: 'anyone',
    secretPath: false,
    body: 'raw',
    bodyLimit: DELIVERY_LIMIT,
    returns: Received,
    refuses: { 401: ['invalid_signature'], 403: ['organization_suspended'], 404: ['not_found'] },
  })
  async receive(
    @Param('orgId') organization: string,
    @Param('trackerConnectionId') connectionId: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Received> {
    const headerOf = (name: string): string | undefined => request.header(name);
    const sender = { organization, connectionId, address: request.ip ?? '', headerOf };
    const updated = await this.deliveries.take(sender, (slot) => readDelivery(request, response, slot));
    response.setHeader('Cache-Control', 'no-store');
    return { updated };
  }
}
