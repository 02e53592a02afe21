import type { Notice } from '../../platform/work/notice.js';
import type { NotificationKind } from './notification-kinds.js';
import type { ToldIssue } from './notices.sql.js';
import type { NewNotification } from './notifications.sql.js';

/** Who did it, and since when it is told. */
export type Said = Pick<NewNotification, 'actorUserId' | 'actorName' | 'since'>;

/** What is told of an issue. */
export const toldIssue = (
  kind: NotificationKind,
  { id, number, title, productSlug }: Omit<ToldIssue, 'assigneeId'>,
  said: Said,
): NewNotification => ({
  ...{ kind, subjectKind: 'issue', subjectId: id, subjectNumber: number, subjectTitle: title, productSlug },
  ...{ commentId: null, excerpt: null, ...said },
});

/** What is told of a product; of one whose Grade is worse, both letters. */
export const toldProduct = (
  kind: NotificationKind,
  { id, name, slug }: { id: string; name: string; slug: string },
  excerpt: string | null,
  said: Said,
): NewNotification => ({
  ...{ kind, subjectKind: 'product', subjectId: id, subjectNumber: null, subjectTitle: name, productSlug: slug },
  ...{ commentId: null, excerpt, ...said },
});

/** What is told of a conformance report. */
export const toldReport = (
  kind: NotificationKind,
  { id, number, title, productSlug }: { id: string; number: number; title: string; productSlug: string },
  said: Said,
): NewNotification => ({
  ...{ kind, subjectKind: 'conformance_report', subjectId: id, subjectNumber: number, subjectTitle: title },
  ...{ productSlug, commentId: null, excerpt: null, ...said },
});

/** What is told of an invitation: its organization has a name already. */
export const toldInvitation = (id: string, said: Said): NewNotification => ({
  ...{ kind: 'invited', subjectKind: 'invitation', subjectId: id, subjectNumber: null, subjectTitle: null },
  ...{ productSlug: null, commentId: null, excerpt: null, ...said },
});

/** What is told of a connection that was turned off. */
export const toldConnection = (
  { kind, id, title, productSlug = null }: { kind: string; id: string; title: string; productSlug?: string | null },
  said: Said,
): NewNotification => ({
  ...{ kind: 'connection_failing', subjectKind: kind, subjectId: id, subjectNumber: null, subjectTitle: title },
  ...{ productSlug, commentId: null, excerpt: null, ...said },
});

/** What is told of certificates of the provider of an organization: which they are, and when they end. */
export const toldCertificates = (
  { organizationId, issuer, certificates }: Extract<Notice, { kind: 'certificate_ending' }>,
  said: Said,
): NewNotification => ({
  ...{ kind: 'certificate_ending', subjectKind: 'sign_in', subjectId: organizationId, subjectNumber: null },
  ...{ subjectTitle: issuer, productSlug: null, commentId: null, ...said },
  excerpt: certificates.map(({ endsAt, fingerprint }) => `${endsAt}: ${fingerprint}`).join(', '),
});

/** What is told of a monitor. */
export const toldMonitor = (
  { id, number, title, productSlug }: { id: string; number: number; title: string; productSlug: string },
  said: Said,
): NewNotification => ({
  ...{ kind: 'monitor_failing', subjectKind: 'monitor', subjectId: id, subjectNumber: number, subjectTitle: title },
  ...{ productSlug, commentId: null, excerpt: null, ...said },
});
