import { CheckTogether, Choice, Described, Integer, Lenient, NestedList, Text, TextParameter } from '#libs/fields';
import { LANGUAGES, type Language, TimeZone } from '../../../../accounts/identity/preferences/preferences.dto.js';
import { NOTIFICATION_KINDS, type NotificationKind } from '../../notification-kinds.js';
import { MAIL_CHOICES, type MailChoice } from '../mail-choices.js';

@Described('A kind of notification, with its email frequency.')
export class KindByMailDto {
  @Choice(NOTIFICATION_KINDS)
  kind: NotificationKind;
  @Choice(MAIL_CHOICES)
  when: MailChoice;
}

@Described('Your email notification settings.')
export class MailSettingsDto {
  @NestedList(() => KindByMailDto, { description: 'One entry for each kind.' })
  choices: KindByMailDto[];
  @Integer({ min: 0, max: 23, description: 'The local hour for daily and weekly emails.' })
  hour: number;
  @TimeZone()
  timeZone: string | null;
  @Choice(LANGUAGES, { nullable: true, description: 'The language of emails; null: English.' })
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
  @NestedList(() => KindByMailDto, { optional: true, max: 50, description: 'Changes by kind; other kinds are kept.' })
  choices?: KindByMailDto[];
  @Integer({
    optional: true,
    min: 0,
    max: 23,
    description: 'The local hour for daily and weekly emails.',
  })
  hour?: number;
  @TimeZone({ optional: true })
  timeZone?: string | null;
  @Choice(LANGUAGES, { optional: true, nullable: true })
  language?: Language | null;
}

/** What the link in a mail says. */
export class UnsubscribeQuery {
  @TextParameter({ max: 100, description: 'The token of the link in the email.' })
  token?: string;
}

@Lenient()
export class UnsubscribeForm {
  @Text({ optional: true, description: 'The token of the link in the email.' })
  token?: string;
}

/** What mail programs post (RFC 8058): `List-Unsubscribe=One-Click`. */
@Lenient()
export class OneClickForm {
  @Text({ optional: true, description: '`One-Click`.' })
  'List-Unsubscribe'?: string;
}
