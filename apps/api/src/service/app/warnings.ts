import { misspeltVariables, type Settings, VARIABLES } from '#libs/config';
import { DAY_MS } from '#libs/dates';
import { originsOutOfReach, outOfReach } from './cookie-reach.js';

/** What an operator should mend, though the service runs. */
export interface Warning {
  /** As metrics have it. */
  code: 'no_https' | 'no_mail_server' | 'no_backup' | 'open_sign_up' | 'cookies_out_of_reach' | 'unknown_variable';
  text: string;
}

const BACKUP_WITHIN_DAYS = 7;

/** @param backedUpAt when the last backup by the command was whole; null: never */
export function warningsOf(
  settings: Pick<Settings, 'isSecure' | 'smtpUrl' | 'signUp' | 'serviceOrigins' | 'ownOrigins' | 'sameSite'>,
  variables: Readonly<Record<string, string | undefined>>,
  backedUpAt: Date | null,
  now: Date,
): Warning[] {
  const isBackedUp = backedUpAt !== null && now.getTime() - backedUpAt.getTime() < BACKUP_WITHIN_DAYS * DAY_MS;
  const unreached = originsOutOfReach(settings);
  return [
    ...when(
      !settings.isSecure,
      'no_https',
      'PUBLIC_URL is not an https address: passwords and cookies are transmitted unencrypted',
    ),
    ...when(!settings.smtpUrl, 'no_mail_server', 'no SMTP_URL: emails are stored in DATA_DIR/mail and not delivered'),
    ...when(
      !isBackedUp,
      'no_backup',
      `no backup by the command for ${BACKUP_WITHIN_DAYS} days; other backups are not monitored`,
    ),
    ...when(
      settings.signUp === 'open',
      'open_sign_up',
      'SIGN_UP=open: anyone with access to the service can create an account',
    ),
    ...when(unreached.length > 0, 'cookies_out_of_reach', outOfReach(unreached)),
    ...misspeltVariables(variables, VARIABLES).map(({ name, meant }) => ({
      code: 'unknown_variable' as const,
      text: `unknown variable ${name}; possibly ${meant} is meant`,
    })),
  ];
}

const when = (isSo: boolean, code: Warning['code'], text: string): Warning[] => (isSo ? [{ code, text }] : []);
