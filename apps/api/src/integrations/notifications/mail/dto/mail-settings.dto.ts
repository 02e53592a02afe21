import { CheckTogether, Choice, Described, Integer, Lenient, NestedList, Text, TextParameter } from '#libs/fields';
import { LANGUAGES, type Language, TimeZone } from '../../../../accounts/identity/preferences/preferences.dto.js';
import { NOTIFICATION_KINDS, type NotificationKind } from '../../notification-kinds.js';
import { MAIL_CHOICES, type MailChoice } from '../mail-choices.js';

@Described('A kind of notifications, and when it is mailed.')
export class KindByMailDto {
  @Choice(NOTIFICATION_KINDS)
  kind: NotificationKind;
  @Choice(MAIL_CHOICES)
  when: MailChoice;
}

@Described('What you are told by mail, and when.')
export class MailSettingsDto {
  @NestedList(() => KindByMailDto, { description: 'Of each kind.' })
  choices: KindByMailDto[];
  @Integer({ min: 0, max: 23, description: 'The hour of the day at which what is mailed together is sent.' })
  hour: number;
  @TimeZone()
  timeZone: string | null;
  @Choice(LANGUAGES, { nullable: true, description: 'Of the mails; null: English.' })
  language: Language | null;
}

/** What is changed of the mail settings. */
@CheckTogether<UpdateMailSettings>(({ choices = [] }) =>
  choices.flatMap(({ kind }, index) =>
    choices.findIndex((other) => other.kind === kind) < index
      ? [{ path: `/choices/${index}/kind`, code: 'duplicate', message: 'Name each kind once.' }]
      : [],
  ),
)
export class UpdateMailSettings {
  @NestedList(() => KindByMailDto, { optional: true, max: 50, description: 'Of some kinds; the others stay.' })
  choices?: KindByMailDto[];
  @Integer({
    optional: true,
    min: 0,
    max: 23,
    description: 'At which hour of the day daily and weekly mails are sent.',
  })
  hour?: number;
  @TimeZone({ optional: true })
  timeZone?: string | null;
  @Choice(LANGUAGES, { optional: true, nullable: true })
  language?: Language | null;
}

/** What the link in a mail says. */
export class UnsubscribeQuery {
  @TextParameter({ max: 100, description: 'From the link in the mail.' })
  token?: string;
}

@Lenient()
export class UnsubscribeForm {
  @Text({ optional: true, description: 'From the link in the mail.' })
  token?: string;
}

/** What mail programs post (RFC 8058): `List-Unsubscribe=One-Click`. */
@Lenient()
export class OneClickForm {
  @Text({ optional: true, description: '`One-Click`.' })
  'List-Unsubscribe'?: string;
}
