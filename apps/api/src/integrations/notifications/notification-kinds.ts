import { named } from '#libs/fields';

/** Of what people are told. */
export const NOTIFICATION_KINDS = named(
  'NotificationKind',
  [
    'mentioned',
    'commented',
    'assigned',
    'due_soon',
    'overdue',
    'grade_dropped',
    'regressed',
    'review_waiting',
    'audit_due',
    'invited',
    'connection_failing',
    'monitor_failing',
    'certificate_ending',
  ],
  '`mentioned`: a comment names you; `commented`: somebody commented on what you watch or commented on; `assigned`: an issue is yours to do; ' +
    '`due_soon`: one of yours is due in three days; `overdue`: its date has passed; `grade_dropped`: a product that you answer for or have pinned is worse than before; ' +
    '`regressed`: a scan finds again what an issue that you closed, or have to do, had mended; ' +
    '`review_waiting`: a published conformance report is to be reviewed within 30 days; `audit_due`: a product is to be audited again; both go to who answers for the product, or where nobody does, to who manages the organization; ' +
    '`invited`: an organization invites you; `connection_failing`: a webhook, or a connection with a tracker, of an organization that you manage was turned off, since it did not work; ' +
    '`monitor_failing`: a monitor has failed three times, one after the other; to whom `audit_due` goes; ' +
    '`certificate_ending`: a certificate by which the provider of an organization that you manage signs ends within seven days.',
);
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
