import { Settings } from '#libs/config';
import { query } from '#libs/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { refusePosition } from '../../platform/lists/errors.js';
import { notFoundOf } from '../../platform/lists/not-found-of.js';
import { Pagination } from '../../platform/lists/pagination.js';
import { currentPaging } from '../../platform/lists/paging.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import type {
  ListNotificationsQuery,
  MarkedNotifications,
  MarkNotifications,
  NotificationCount,
  NotificationPage,
} from './dto/notification.dto.js';
import { COUNT_NOTIFICATIONS, COUNT_UNREAD, LIST_NOTIFICATIONS, MARK, MARK_ALL } from './notifications.sql.js';
import { notificationDto } from './notification-dto.js';

/** Who reads, and what their session has shown. */
export interface Reader {
  userId: string;
  passedFactor: boolean;
  /** By whose provider it began. */
  providerOrganizationId: string | null;
}

const readsOf = ({ userId, passedFactor, providerOrganizationId }: Reader) =>
  [userId, passedFactor, providerOrganizationId] as const;

/** What people are told. */
@Injectable()
export class NotificationsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: Settings,
  ) {}

  /** Read from the primary, since marking what is read changes what is shown. */
  async page(
    reader: Reader,
    { unread, kind, organizationId, ...given }: ListNotificationsQuery,
  ): Promise<NotificationPage> {
    const paging = currentPaging();
    const { page, pageSize, total } = { ...given, ...paging.part };
    const [behindAt = null, behindId = null] = paging.after(2) ?? [];
    const { manager } = this.database;
    const filter = [...readsOf(reader), unread ?? null, kind ?? null, organizationId ?? null] as const;
    const rows = await query(manager, LIST_NOTIFICATIONS, [
      ...([...filter, behindAt, behindId, pageSize, (page - 1) * pageSize] as const),
    ]).catch(refusePosition);
    const last = rows.at(-1);
    if (last && rows.length === pageSize) paging.goOnBehind([last.atText, last.id]);
    const [counted] = total ? await query(manager, COUNT_NOTIFICATIONS, [...filter]) : [];
    return {
      notifications: rows.map((row) => notificationDto(row, this.settings)),
      pagination: Pagination.of({ page, pageSize, total: counted?.total ?? null }),
    };
  }

  async count(reader: Reader): Promise<NotificationCount> {
    const organizations = await query(this.database.manager, COUNT_UNREAD, [...readsOf(reader)]);
    return { unread: organizations.reduce((sum, { unread }) => sum + unread, 0), organizations };
  }

  async mark(reader: Reader, { ids, before, read }: MarkNotifications): Promise<MarkedNotifications> {
    return this.unitOfWork.run(async ({ tx }) => {
      if (ids === undefined) {
        const marked = await query(tx, MARK_ALL, [...readsOf(reader), before!, read]);
        return { updated: marked.length, notFound: [] };
      }
      const marked = await query(tx, MARK, [...readsOf(reader), ids, read]);
      return { updated: marked.length, notFound: notFoundOf(ids, marked) };
    });
  }
}
