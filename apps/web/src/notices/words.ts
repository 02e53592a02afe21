import type { MailChoice, NotificationKind } from '@curbcut/client';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What people are told of, in the order in which they choose. */
export const NOTICE_KINDS: Record<NotificationKind, MessageDescriptor> = {
  mentioned: msg`You were mentioned`,
  assigned: msg`An issue was assigned to you`,
  commented: msg`A comment on a record that you watch`,
  due_soon: msg`An issue of yours is due soon`,
  overdue: msg`An issue of yours is overdue`,
  grade_dropped: msg`A grade got worse`,
  regressed: msg`An issue was reopened by a scan`,
  review_waiting: msg`A conformance report needs a review`,
  audit_due: msg`An audit is due`,
  invited: msg`You are invited to an organization`,
  connection_failing: msg`A webhook or a tracker connection was turned off`,
  monitor_failing: msg`A monitor keeps failing`,
  certificate_ending: msg`A sign-in certificate expires soon`,
};

/** When people are mailed. */
export const MAIL_CHOICES: Record<MailChoice, MessageDescriptor> = {
  now: msg`Immediately`,
  daily: msg`Once a day`,
  weekly: msg`Once a week`,
  never: msg`Never`,
};
