// Every mail that is also a page, made of fixtures; bundled and imported by check-mails.mjs.
import { LANGUAGES } from '../../../apps/api/src/accounts/identity/preferences/preferences.dto.ts';
import { notificationMail } from '../../../apps/api/src/integrations/notifications/mail/notification-mail.ts';
import { NOTIFICATION_KINDS } from '../../../apps/api/src/integrations/notifications/notification-kinds.ts';

const url = 'https://curbcut.example/o/acme/p/shop/issues/12';
const usual = {
  ...{ id: '01900000-0000-7000-8000-000000000000', at: new Date(0), readAt: null, count: 1, commentId: null },
  organization: { id: '01900000-0000-7000-8000-000000000001', name: 'Acme' },
  subject: {
    kind: 'issue',
    id: '01900000-0000-7000-8000-000000000002',
    number: 12,
    title: 'No name',
    productSlug: 'shop',
  },
  ...{ actor: { id: null, name: 'Ada Lovelace' }, excerpt: 'I looked at it.', url, consoleUrl: url },
};
const told = (kind, more = {}) => ({ ...usual, kind, ...more });

/** What others have chosen, at its worst: one word as wide as it may be, markup, and a script from right to left. */
const HOSTILE = told('commented', {
  count: 3,
  organization: { ...usual.organization, name: 'W'.repeat(100) },
  subject: { ...usual.subject, title: 'W'.repeat(200), productSlug: 'w'.repeat(60) },
  actor: { id: null, name: '<b>ש</b> "שלום" \u202E&' },
  excerpt: 'w'.repeat(200),
});
/** Nothing that need not be there. */
const BARE = told('grade_dropped', {
  subject: { ...usual.subject, number: null, title: null, productSlug: null },
  ...{ actor: null, excerpt: null, consoleUrl: null },
});

const links = {
  oneClick: 'https://curbcut.example/api/mail/unsubscribe?token=x',
  page: 'https://curbcut.example/unsubscribe?token=x',
};

/** `[name, language, page]`: what goes out at once, of each kind; what goes out together, of a day or a week. */
export const MAILS = LANGUAGES.flatMap((language) =>
  [
    ...NOTIFICATION_KINDS.map((kind) => [`${kind}, at once`, [told(kind)]]),
    ['all kinds, together', NOTIFICATION_KINDS.map((kind) => told(kind))],
    ['texts of others at their worst', [HOSTILE]],
    ['texts of others at their worst, together', [HOSTILE, BARE, HOSTILE]],
  ].map(([name, notifications]) => [name, language, notificationMail(notifications, language, links).html]),
);
