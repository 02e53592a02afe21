import type { Language } from '../../../accounts/identity/preferences/preferences.dto.js';
import type { NotificationKind } from '../notification-kinds.js';

/** The words of mails about notifications, in a language; `who` did it. */
export interface MailWords {
  sentences: Readonly<Record<NotificationKind, (who: string) => string>>;
  somebody: string;
  /** The subject of a mail with several. */
  several: (count: number) => string;
  times: (count: number) => string;
  reason: string;
  unsubscribe: string;
  product: string;
  organization: string;
  /** The page of the link that ends such mails. */
  page: Readonly<Record<'title' | 'text' | 'doneTitle' | 'doneText', string>>;
}

const EN: MailWords = {
  sentences: {
    mentioned: (who) => `${who} mentioned you`,
    commented: (who) => `${who} commented`,
    assigned: (who) => `${who} assigned an issue to you`,
    due_soon: () => 'An issue of yours is due in three days',
    overdue: () => 'An issue of yours is overdue',
    grade_dropped: () => 'The Grade of a product got worse',
    regressed: () => 'A scan reports again an issue that you closed',
    review_waiting: () => 'A published conformance report needs review',
    audit_due: () => 'A product is due for an audit',
    invited: (who) => `${who} invites you`,
    connection_failing: () => 'A connection was turned off because of failures',
    monitor_failing: () => 'A monitor has failed three times in a row',
    certificate_ending: () => 'A sign-in certificate expires soon; sign-in through the provider will then stop working',
  },
  somebody: 'A member',
  several: (count) => `${count} notifications`,
  times: (count) => `(${count} times)`,
  reason: 'You receive this email because of your notification settings in Curbcut.',
  unsubscribe: 'Unsubscribe from these emails',
  product: 'Product',
  organization: 'Organization',
  page: {
    title: 'Unsubscribe from notification emails',
    text: 'You will still see notifications in Curbcut. Emails about your account are still sent.',
    doneTitle: 'You are unsubscribed from these emails',
    doneText: 'You can turn them on again, by kind, in the settings of your account.',
  },
};

const FR: MailWords = {
  sentences: {
    mentioned: (who) => `${who} vous a mentionné`,
    commented: (who) => `${who} a commenté`,
    assigned: (who) => `${who} vous a confié une anomalie`,
    due_soon: () => 'Une de vos anomalies arrive à échéance dans trois jours',
    overdue: () => 'Une de vos anomalies est en retard',
    grade_dropped: () => 'Une note a baissé',
    regressed: () => 'Une analyse signale de nouveau une anomalie que vous aviez close',
    review_waiting: () => 'Un rapport de conformité publié est à revoir',
    audit_due: () => 'Un produit est à auditer de nouveau',
    invited: (who) => `${who} vous invite`,
    connection_failing: () => 'Une connexion a été désactivée en raison d’échecs',
    monitor_failing: () => 'Une surveillance a échoué trois fois de suite',
    certificate_ending: () =>
      'Un certificat de connexion expire bientôt ; la connexion par le fournisseur cessera alors de fonctionner',
  },
  somebody: 'Un membre',
  several: (count) => `${count} notifications`,
  times: (count) => `(${count} fois)`,
  reason: 'Vous recevez ce message en raison de vos paramètres de notification dans Curbcut.',
  unsubscribe: 'Ne plus recevoir ces messages',
  product: 'Produit',
  organization: 'Organisation',
  page: {
    title: 'Se désabonner des messages de notification',
    text: 'Vos notifications restent visibles dans Curbcut. Les messages concernant votre compte sont toujours envoyés.',
    doneTitle: 'Vous êtes désabonné de ces messages',
    doneText: 'Vous pouvez les réactiver, par type, dans les paramètres de votre compte.',
  },
};

/** The words by language. */
export const MAIL_WORDS: Readonly<Record<Language, MailWords>> = { en: EN, fr: FR };
