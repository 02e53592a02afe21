import { actAs } from '#libs/logging';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { personalEvent } from '../../../accounts/identity/account-events/personal-events.js';
import { InvalidToken } from '../../../accounts/identity/errors.js';
import { personLock } from '../../../accounts/identity/person-lock.js';
import {
  knownUnsubscribeKey,
  mailPreferencesOf,
  setMailPreferences,
} from '../../../accounts/identity/preferences/mail-preferences.js';
import { changePreferences } from '../../../accounts/identity/preferences/preferences.js';
import type { Language } from '../../../accounts/identity/preferences/preferences.dto.js';
import { User } from '../../../accounts/identity/user.entity.js';
import { changedFields, pickDefined } from '../../../platform/lists/changed-fields.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { NOTIFICATION_KINDS } from '../notification-kinds.js';
import type { MailSettingsDto, UpdateMailSettings } from './dto/mail-settings.dto.js';
import { choiceOf } from './mail-choices.js';
import { isTokenOf, userOfToken } from './unsubscribe-token.js';

/** What people want to be told by mail. */
@Injectable()
export class MailSettings {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  read({ id }: User): Promise<MailSettingsDto> {
    return settingsOf(this.database.manager, id);
  }

  update({ id }: User, body: UpdateMailSettings): Promise<MailSettingsDto> {
    return this.unitOfWork.run(async (change) => {
      await change.lock(personLock(id));
      const user = await change.tx.findOneByOrFail(User, { id });
      return store(change, user, body);
    });
  }

  /**
   * The language of whoever got the mail; null: they have chosen none.
   * @throws InvalidToken unless it is of the link in a mail to somebody who is there
   */
  async languageOf(token: string | undefined): Promise<Language | null> {
    const { manager } = this.database;
    const { id } = await this.userOf(manager, token);
    return (await mailPreferencesOf(manager, [id]))(id).language;
  }

  /**
   * Has whoever got the mail get none of these mails more.
   * @throws InvalidToken
   */
  async unsubscribe(token: string | undefined): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const { id } = await this.userOf(change.tx, token);
      await change.lock(personLock(id));
      const user = await this.userOf(change.tx, token);
      actAs({ kind: 'user', id: null, name: 'recipient of an email' });
      await store(change, user, { choices: NOTIFICATION_KINDS.map((kind) => ({ kind, when: 'never' })) });
    });
  }

  private async userOf(tx: EntityManager, token: string | undefined): Promise<User> {
    const id = userOfToken(token);
    const key = id && (await knownUnsubscribeKey(tx, id));
    const user = key && isTokenOf(token!, id, key) ? await tx.findOneBy(User, { id }) : null;
    if (!user) throw new InvalidToken();
    return user;
  }
}

async function settingsOf(tx: EntityManager, userId: string): Promise<MailSettingsDto> {
  const { choices, hour, timeZone, language } = (await mailPreferencesOf(tx, [userId]))(userId);
  return {
    choices: NOTIFICATION_KINDS.map((kind) => ({ kind, when: choiceOf(choices, kind) })),
    ...{ hour, timeZone, language },
  };
}

async function store(
  change: ChangeContext,
  user: User,
  { choices = [], hour, ...body }: UpdateMailSettings,
): Promise<MailSettingsDto> {
  const { tx } = change;
  const before = await settingsOf(tx, user.id);
  const kinds = new Map([...before.choices, ...choices].map(({ kind, when }) => [kind, when]));
  const after = { choices: [...kinds].map(([kind, when]) => ({ kind, when })), hour: hour ?? before.hour };
  const changes = changedFields(
    { mailChoices: before.choices, mailHour: before.hour },
    { mailChoices: after.choices, mailHour: after.hour },
  );
  if (changes.length > 0)
    await setMailPreferences(tx, user.id, { choices: Object.fromEntries(kinds), hour: after.hour });
  changes.push(...(await changePreferences(tx, user.id, pickDefined(body, 'timeZone', 'language'))));
  if (changes.length > 0) change.record(personalEvent('user.updated', user, changes));
  return settingsOf(tx, user.id);
}
