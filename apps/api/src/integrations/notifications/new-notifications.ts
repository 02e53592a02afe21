import type { Notice } from '../../platform/work/notice.js';
import type { NotificationKind } from './notification-kinds.js';
import type { IssueToNotify } from './notices.sql.js';
import type { NewNotification } from './notifications.sql.js';

/** Who did it, and since when it is told. */
export type NotificationOrigin = Pick<NewNotification, 'actorUserId' | 'actorName' | 'since'>;

/** What is told of an issue. */
export const issueNotification = (
  kind: NotificationKind,
  { id, number, title, productSlug }: Omit<IssueToNotify, 'assigneeId'>,
  origin: NotificationOrigin,
): NewNotification => ({
  ...{ kind, subjectKind: 'issue', subjectId: id, subjectNumber: number, subjectTitle: title, productSlug },
  ...{ commentId: null, excerpt: null, ...origin },
});

/** What is told of a product; of one whose Grade is worse, both letters. */
export const productNotification = (
  kind: NotificationKind,
  { id, name, slug }: { id: string; name: string; slug: string },
  excerpt: string | null,
  origin: NotificationOrigin,
): NewNotification => ({
  ...{ kind, subjectKind: 'product', subjectId: id, subjectNumber: null, subjectTitle: name, productSlug: slug },
  ...{ commentId: null, excerpt, ...origin },
});

/** What is told of a conformance report. */
export const reportNotification = (
  kind: NotificationKind,
  { id, number, title, productSlug }: { id: string; number: number; title: string; productSlug: string },
  origin: NotificationOrigin,
): NewNotification => ({
  ...{ kind, subjectKind: 'conformance_report', subjectId: id, subjectNumber: number, subjectTitle: title },
  ...{ productSlug, commentId: null, excerpt: null, ...origin },
});

/** What is told of an invitation: its organization has a name already. */
export const invitationNotification = (id: string, origin: NotificationOrigin): NewNotification => ({
  ...{ kind: 'invited', subjectKind: 'invitation', subjectId: id, subjectNumber: null, subjectTitle: null },
  ...{ productSlug: null, commentId: null, excerpt: null, ...origin },
});

/** What is told of a connection that was turned off. */
export const connectionNotification = (
  { kind, id, title, productSlug = null }: { kind: string; id: string; title: string; productSlug?: string | null },
  origin: NotificationOrigin,
): NewNotification => ({
  ...{ kind: 'connection_failing', subjectKind: kind, subjectId: id, subjectNumber: null, subjectTitle: title },
  ...{ productSlug, commentId: null, excerpt: null, ...origin },
});

/** What is told of certificates of the provider of an organization: which they are, and when they end. */
export const certificatesNotification = (
  { organizationId, issuer, certificates }: Extract<Notice, { kind: 'certificate_ending' }>,
  origin: NotificationOrigin,
): NewNotification => ({
  ...{ kind: 'certificate_ending', subjectKind: 'sign_in', subjectId: organizationId, subjectNumber: null },
  ...{ subjectTitle: issuer, productSlug: null, commentId: null, ...origin },
  excerpt: certificates.map(({ endsAt, fingerprint }) => `${endsAt}: ${fingerprint}`).join(', '),
});

/** What is told of a monitor. */
export const monitorNotification = (
  { id, number, title, productSlug }: { id: string; number: number; title: string; productSlug: string },
  origin: NotificationOrigin,
): NewNotification => ({
  ...{ kind: 'monitor_failing', subjectKind: 'monitor', subjectId: id, subjectNumber: number, subjectTitle: title },
  ...{ productSlug, commentId: null, excerpt: null, ...origin },
});
