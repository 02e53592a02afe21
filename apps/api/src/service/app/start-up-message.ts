import { join } from 'node:path';
import { isWildcard, type Settings } from '#libs/config';
import { originsOutOfReach, outOfReach } from './cookie-reach.js';

/** The message for people who start the service in a terminal; its last line is the address to open. */
export function startUpMessage(settings: Settings): string {
  const { publicUrl, smtpUrl, dataDir } = settings;
  const folder = join(dataDir, 'mail');
  const lacking = lacksOf(settings);
  const unreached = originsOutOfReach(settings);
  return [
    '',
    smtpUrl
      ? `Mail server: ${new URL(smtpUrl).host}`
      : `Emails are stored in ${folder} (SMTP_URL is not set). Show the newest: cat "$(ls -t '${folder}'/*.txt | head -1)"`,
    `API documentation: ${publicUrl}/docs`,
    ...(unreached.length > 0 ? [`Warning: ${outOfReach(unreached)}`] : []),
    ...(lacking.length > 0 ? [`For production, add ${lacking.join(', ')} (docs/operations/configure.md)`] : []),
    '',
    `Curbcut is running at ${publicUrl}`,
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
