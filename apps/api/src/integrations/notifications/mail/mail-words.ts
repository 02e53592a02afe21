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
    assigned: (who) => `${who} gave you an issue`,
    due_soon: () => 'An issue of yours is due in three days',
    overdue: () => 'An issue of yours is overdue',
    grade_dropped: () => 'A Grade is worse than before',
    regressed: () => 'A scan found again what you had closed',
    review_waiting: () => 'A published conformance report is to be reviewed',
    audit_due: () => 'A product is to be audited again',
    invited: (who) => `${who} invites you`,
    connection_failing: () => 'A connection was turned off, since it did not work',
    monitor_failing: () => 'A monitor has failed three times, one after the other',
    certificate_ending: () => 'A certificate of the sign-in ends soon; afterwards nobody comes in by it',
  },
  somebody: 'Somebody',
  several: (count) => `${count} notifications`,
  times: (count) => `(${count} times)`,
  reason: 'You get this mail since you are told of it in Curbcut.',
  unsubscribe: 'Get no more of these mails',
  product: 'Product',
  organization: 'Organization',
  page: {
    title: 'End mails about notifications',
    text: 'You go on being told in Curbcut. Mails about your account itself are sent all the same.',
    doneTitle: 'You get no more of these mails',
    doneText: 'In the settings of your account you can have them sent again, by kind.',
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
    regressed: () => 'Une analyse a retrouvé ce que vous aviez clos',
    review_waiting: () => 'Un rapport de conformité publié est à revoir',
    audit_due: () => 'Un produit est à auditer de nouveau',
    invited: (who) => `${who} vous invite`,
    connection_failing: () => 'Une connexion a été désactivée, car elle ne fonctionnait pas',
    monitor_failing: () => 'Une surveillance a échoué trois fois de suite',
    certificate_ending: () => 'Un certificat de la connexion expire bientôt ; ensuite, personne n’entre par lui',
  },
  somebody: 'Quelqu’un',
  several: (count) => `${count} notifications`,
  times: (count) => `(${count} fois)`,
  reason: 'Vous recevez ce message parce que Curbcut vous en informe.',
  unsubscribe: 'Ne plus recevoir ces messages',
  product: 'Produit',
  organization: 'Organisation',
  page: {
    title: 'Mettre fin aux messages sur les notifications',
    text: 'Vous restez informé dans Curbcut. Les messages qui concernent votre compte même sont toujours envoyés.',
    doneTitle: 'Vous ne recevrez plus ces messages',
    doneText: 'Dans les paramètres de votre compte, vous pouvez les faire envoyer de nouveau, par type.',
  },
};

/** The words by language. */
export const MAIL_WORDS: Readonly<Record<Language, MailWords>> = { en: EN, fr: FR };
