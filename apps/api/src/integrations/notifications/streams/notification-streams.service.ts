import { clock } from '#libs/clock';
import { Settings } from '#libs/config';
import { query } from '#libs/database';
import { TemporarilyUnavailable } from '#libs/errors';
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { grouped } from '../../../platform/lists/grouped.js';
import { notificationDto } from '../notification-dto.js';
import { NotificationStream, type StreamReader, type SentNotification } from './notification-stream.js';
import { ALIVE, SHOWN_TO, RECENT_NOTIFICATIONS, NOTIFICATIONS_SINCE, UNREAD_OF } from './streams.sql.js';

/** How often it is looked for what is told, on whichever replica: it reaches all within a second. */
const POLL_EVERY_MS = 500;
/** What is told at one moment is seen within this time, however long its transaction took. */
const SEEN_WITHIN_S = 10;
const BEAT_EVERY_MS = 20_000;
const LASTS_MS = 15 * 60_000;
const MOST_OF_ONE = 5;
/** The share (1/n) of all connections that streams may hold. */
const SHARE = 4;
/** How much is told of what came since the message that a reader had last: all that is kept. */
const MOST_SINCE = 1_000;

/** What there is to tell somebody now. */
interface News {
  stream: NotificationStream;
  ids: readonly string[];
}

/** Tells people what they are told as it happens: a process looks for all of its streams at once. */
@Injectable()
export class NotificationStreams implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger(NotificationStreams.name);
  private readonly open = new Set<NotificationStream>();
  private readonly most: number;
  private timer?: NodeJS.Timeout;
  private isPolling = false;
  private polledAt = clock.millis();
  private beatenAt = clock.millis();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: Settings,
  ) {
    this.most = Math.max(1, Math.floor(settings.maxConnections / SHARE));
  }

  onModuleInit(): void {
    this.timer = setInterval(() => void this.pollOnce(), POLL_EVERY_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
    for (const stream of this.open) this.close(stream);
  }

  /**
   * Begins a stream, behind a message of an earlier one if that is named.
   * @throws TemporarilyUnavailable where there are too many
   */
  async begin(reader: StreamReader, behind: SentNotification | undefined): Promise<NotificationStream> {
    const stream = new NotificationStream(reader);
    // What was told until now the reader has from the list.
    stream.newOf(await query(this.database.manager, RECENT_NOTIFICATIONS, [[reader.userId], 2 * SEEN_WITHIN_S]));
    const streamsOfReader = [...this.open].filter(({ reader: { userId } }) => userId === reader.userId);
    if (streamsOfReader.length >= MOST_OF_ONE) this.close(streamsOfReader[0]!);
    if (this.open.size >= this.most) throw new TemporarilyUnavailable(undefined, 30);
    this.open.add(stream);
    try {
      const since = behind
        ? await query(this.database.manager, NOTIFICATIONS_SINCE, [reader.userId, behind.at, behind.id, MOST_SINCE])
        : [];
      await this.send([{ stream, ids: since.map(({ id }) => id) }]);
    } catch (error) {
      this.close(stream);
      throw error;
    }
    return stream;
  }

  close(stream: NotificationStream): void {
    stream.end();
    this.open.delete(stream);
  }

  private async pollOnce(): Promise<void> {
    if (this.open.size === 0) this.polledAt = clock.millis();
    if (this.isPolling || this.open.size === 0) return;
    this.isPolling = true;
    try {
      await this.poll();
    } catch (error) {
      this.log.warn(`notifications cannot be streamed: ${(error as Error).message}`);
    } finally {
      this.isPolling = false;
    }
  }

  /** Looks for all streams with one statement, and tells what is new with three more. */
  private async poll(): Promise<void> {
    const now = clock.millis();
    for (const stream of this.open) if (stream.hasEnded || now - stream.openedAt >= LASTS_MS) this.close(stream);
    if (this.open.size === 0) return;
    const seconds = SEEN_WITHIN_S + Math.min(Math.ceil((now - this.polledAt) / 1_000), LASTS_MS / 1_000);
    const streams = [...this.open];
    const userIds = [...new Set(streams.map(({ reader }) => reader.userId))];
    const found = await query(this.database.manager, RECENT_NOTIFICATIONS, [userIds, seconds]);
    const byUser = grouped(found, ({ userId }) => userId);
    this.polledAt = now;
    const news = streams
      .map((stream) => ({ stream, ids: stream.newOf(byUser.get(stream.reader.userId) ?? []).map(({ id }) => id) }))
      .filter(({ ids }) => ids.length > 0);
    const beats = now - this.beatenAt >= BEAT_EVERY_MS;
    if (!beats && news.length === 0) return;
    await this.endDead();
    // What was marked as read elsewhere is told with the beat.
    await this.send(
      beats ? streams.map((stream) => news.find((one) => one.stream === stream) ?? { stream, ids: [] }) : news,
    );
    if (!beats) return;
    this.beatenAt = now;
    for (const stream of this.open) stream.beat();
  }

  /** Ends those of sessions that have ended. */
  private async endDead(): Promise<void> {
    const streams = [...this.open];
    const ids = streams.map(({ reader }) => reader.sessionId);
    const alive = new Set((await query(this.database.manager, ALIVE, [ids])).map(({ id }) => id));
    for (const stream of streams) if (!alive.has(stream.reader.sessionId)) this.close(stream);
  }

  /** Tells what is shown of these, and how many are unread then. */
  private async send(news: readonly News[]): Promise<void> {
    const { manager } = this.database;
    const each = news.flatMap(({ stream, ids }, place) => ids.map((id) => ({ ...stream.reader, place, id })));
    const rows =
      each.length === 0
        ? []
        : await query(manager, SHOWN_TO, [
            each.map(({ userId }) => userId),
            each.map(({ passedFactor }) => passedFactor),
            each.map(({ providerOrganizationId }) => providerOrganizationId),
            each.map(({ place }) => place),
            each.map(({ id }) => id),
          ]);
    for (const row of rows) news[row.place]!.stream.send(notificationDto(row, this.settings));
    const counts = await query(manager, UNREAD_OF, [
      news.map(({ stream }) => stream.reader.userId),
      news.map(({ stream }) => stream.reader.passedFactor),
      news.map(({ stream }) => stream.reader.providerOrganizationId),
      news.map((_one, place) => place),
    ]);
    for (const [place, { stream }] of news.entries()) {
      const organizations = counts
        .filter((count) => count.place === place)
        .map(({ organizationId, unread }) => ({ organizationId, unread }));
      stream.count({ unread: organizations.reduce((sum, { unread }) => sum + unread, 0), organizations });
    }
  }
}
