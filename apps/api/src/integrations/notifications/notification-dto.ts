import type { Settings } from '#libs/config';
import type { NotificationDto } from './dto/notification.dto.js';
import type { NotificationRow } from './notifications.sql.js';

/** Where records of a kind stand below their product or organization. */
const PATHS: Readonly<Record<string, string>> = {
  issue: 'issues',
  finding: 'findings',
  audit: 'audits',
  conformance_report: 'conformance-reports',
  monitor: 'monitors',
  webhook: 'webhooks',
  tracker_connection: 'tracker-connections',
};
/** Kinds that the console has a view of. */
const VIEWED = ['issue', 'finding', 'product'];

/** What a person reads of a notification. */
export function notificationDto(row: NotificationRow, { publicUrl, console: wanted }: Settings): NotificationDto {
  const { id, kind, at, readAt, count, organizationId, organizationSlug, productSlug, commentId, excerpt } = row;
  const { subjectKind, subjectId, subjectNumber, subjectTitle, actorUserId, actorName } = row;
  const path = pathOf(row);
  const ofPerson = subjectKind === 'invitation';
  const hasView = wanted !== 'off' && VIEWED.includes(subjectKind);
  return {
    ...{ id, kind, at, readAt, count, commentId, excerpt },
    organization: { id: organizationId, name: row.organizationName },
    subject: { kind: subjectKind, id: subjectId, number: subjectNumber, title: subjectTitle, productSlug },
    actor: actorName === null ? null : { id: actorUserId, name: actorName },
    url: ofPerson
      ? `${publicUrl}/api/auth/organization/get-invitation?id=${subjectId}`
      : `${publicUrl}/v1/organizations/${organizationId}/${productSlug === null ? '' : 'products/'}${path}`,
    consoleUrl: hasView ? `${publicUrl}/o/${organizationSlug}/p/${path}` : null,
  };
}

/** Where the subject of a notification stands, below the products or its organization. */
function pathOf({ productSlug, subjectKind, subjectId, subjectNumber }: NotificationRow): string {
  if (subjectKind === 'sign_in') return 'settings/sign-in';
  if (productSlug === null) return `${PATHS[subjectKind]!}/${subjectId}`;
  return subjectKind === 'product'
    ? productSlug
    : `${productSlug}/${PATHS[subjectKind]!}/${subjectNumber ?? subjectId}`;
}
