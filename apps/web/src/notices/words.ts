import type { MailChoice, NotificationKind } from '@curbcut/client';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What people are told of, in the order in which they choose. */
export const NOTICE_KINDS: Record<NotificationKind, MessageDescriptor> = {
  mentioned: msg`You were mentioned`,
  assigned: msg`An issue was assigned to you`,
  commented: msg`A comment on what you watch`,
  due_soon: msg`An issue of yours is due soon`,
  overdue: msg`An issue of yours is overdue`,
  grade_dropped: msg`A Grade became worse`,
  regressed: msg`An issue came back`,
  review_waiting: msg`A conformance report is to be reviewed`,
  audit_due: msg`An audit is due`,
  invited: msg`You are invited to an organization`,
  connection_failing: msg`A webhook or a tracker was switched off`,
  monitor_failing: msg`A monitor keeps failing`,
  certificate_ending: msg`A certificate of the sign-in ends soon`,
};

/** When people are mailed. */
export const MAIL_CHOICES: Record<MailChoice, MessageDescriptor> = {
  now: msg`At once`,
  daily: msg`Once a day`,
  weekly: msg`Once a week`,
  never: msg`Never`,
};
