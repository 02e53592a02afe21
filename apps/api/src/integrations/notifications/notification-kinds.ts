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
  '`mentioned`: you were mentioned in a comment; `commented`: a comment on a record that you watch or commented on; `assigned`: an issue was assigned to you; `due_soon`: an issue of yours is due in three days; `overdue`: an issue of yours is past its due date; `grade_dropped`: the Grade of a product that you are responsible for, or have pinned, got worse; `regressed`: a scan reports again an issue that you closed or are assigned to; `review_waiting`: a published conformance report needs review within 30 days; `audit_due`: a product is due for an audit. Both go to the responsible person of the product, or without one to the admins and owners of the organization; `invited`: you were invited to an organization; `connection_failing`: a webhook or tracker connection of an organization that you manage was turned off because of failures; `monitor_failing`: a monitor has failed three times in a row; sent to the same people as `audit_due`; `certificate_ending`: a signing certificate of the provider of an organization that you manage expires within seven days.',
);
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
