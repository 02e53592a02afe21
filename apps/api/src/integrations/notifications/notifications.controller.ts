import { Body, Controller, Get, Headers, Patch, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentPrincipal, CurrentSession, type Principal } from '../../platform/http/current.js';
import { Endpoint, Resource, SessionOnly } from '../../platform/http/endpoint.js';
import { Streamed } from '../../platform/http/streamed.js';
import { Session } from '../../accounts/identity/sessions/session.entity.js';
import {
  ListNotificationsQuery,
  MarkedNotifications,
  MarkNotifications,
  NotificationCount,
  NotificationPage,
} from './dto/notification.dto.js';
import { NotificationsService, type Reader } from './notifications.service.js';
import { placeOfEvent } from './streams/notification-stream.js';
import { NotificationStreams } from './streams/notification-streams.service.js';

// Proxies pass on each message as it comes.
const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
};

/** What the caller is told. */
@SessionOnly()
@Resource('notifications')
@Controller('v1/me/notifications')
export class NotificationsController {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly streams: NotificationStreams,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List your notifications, newest first',
    description:
      'The newest thousand of the last 90 days. Excludes organizations without your membership (except invitations you can accept), and those that this session does not satisfy: without the required second factor or provider sign-in.',
    access: 'signed-in',
    returns: NotificationPage,
  })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListNotificationsQuery,
  ): Promise<NotificationPage> {
    return this.notifications.page(readerOf(principal), query);
  }

  @Get('count')
  @Endpoint({ summary: 'Count your unread notifications', access: 'signed-in', returns: NotificationCount })
  async count(@CurrentPrincipal() principal: Principal): Promise<NotificationCount> {
    return this.notifications.count(readerOf(principal));
  }

  @Get('stream')
  @Endpoint({
    summary: 'Stream your notifications',
    description:
      'Server-sent events of the types `notification` (new, or with a higher count) and `count` (as in `…/count`, at the start and on changes), and a comment every 20 seconds. `Last-Event-ID` resumes after that event. The stream ends after 15 minutes, with the session, and when you open a sixth one. `EventSource` sends cookies only; with a token, use `fetch`.',
    access: 'signed-in',
    produces: 'text/event-stream',
  })
  async stream(
    @CurrentSession() { id: sessionId }: Session,
    @CurrentPrincipal() principal: Principal,
    @Headers('last-event-id') last: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Streamed> {
    const stream = await this.streams.begin({ ...readerOf(principal), sessionId }, placeOfEvent(last));
    response.once('close', () => this.streams.close(stream));
    if (response.closed) this.streams.close(stream);
    return new Streamed(STREAM_HEADERS, stream.parts());
  }

  @Patch()
  @Endpoint({ summary: 'Mark notifications as read or unread', access: 'signed-in', returns: MarkedNotifications })
  async mark(@CurrentPrincipal() principal: Principal, @Body() body: MarkNotifications): Promise<MarkedNotifications> {
    return this.notifications.mark(readerOf(principal), body);
  }
}

const readerOf = ({ userId, passedFactor = false, providerOrganizationId = null }: Principal): Reader => ({
  userId: userId!,
  passedFactor,
  providerOrganizationId,
});
