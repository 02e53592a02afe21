import { join } from 'node:path';
import { isWildcard, type Settings } from '#libs/config';
import { originsOutOfReach, outOfReach } from './cookie-reach.js';

/** The message for people who start the service in a terminal. */
export function startUpMessage(settings: Settings): string {
  const { publicUrl, smtpUrl, dataDir } = settings;
  const folder = join(dataDir, 'mail');
  const mailQueue = smtpUrl
    ? [`  Emails are sent through ${new URL(smtpUrl).host}`]
    : [
        `  Emails are stored in ${folder}, because SMTP_URL is not set; show the newest one with`,
        `    cat "$(ls -t '${folder}'/*.txt | head -1)"`,
      ];
  const lacking = lacksOf(settings);
  const unreached = originsOutOfReach(settings);
  return [
    '',
    `Curbcut answers at ${publicUrl}`,
    ...(settings.console === 'off' ? [] : ['  Open it in a browser, and create your account']),
    `  The API documentation is at ${publicUrl}/docs`,
    ...mailQueue,
    ...(unreached.length > 0 ? [`  It gets ${outOfReach(unreached)}`] : []),
    ...(lacking.length > 0 ? [`  Missing for production: ${lacking.join(', ')} (docs/operations.md)`] : []),
    '',
    '',
  ].join('\n');
}

/** Why links in mails may lead nowhere; undefined where the address is known. */
export const addressWarning = ({ host, publicUrl, hasPublicUrl }: Settings): string | undefined =>
  isWildcard(host) && !hasPublicUrl
    ? `no PUBLIC_URL: links in emails point to ${publicUrl}, which works on this machine only`
    : undefined;

const lacksOf = ({ isSecure, hasPublicUrl, smtpUrl, databaseUrl }: Settings): string[] => [
  ...(hasPublicUrl && isSecure ? [] : ['an https address (PUBLIC_URL)']),
  ...(smtpUrl ? [] : ['a mail server (SMTP_URL)']),
  ...(databaseUrl ? [] : ['a regular backup (npm run admin -- backup)']),
];
