import { join } from 'node:path';
import type { Settings } from '#libs/config';

/** The message for people who start the service in a terminal. */
export function startUpMessage({ publicUrl, smtpUrl, dataDir }: Settings): string {
  const folder = join(dataDir, 'mail');
  const mailQueue = smtpUrl
    ? [`  Mails go out through ${new URL(smtpUrl).host}`]
    : [
        `  Mails lie in ${folder}, since no SMTP_URL is set; the newest is shown by`,
        `    cat "$(ls -t '${folder}'/*.txt | head -1)"`,
      ];
  return [
    '',
    `Curbcut answers at ${publicUrl}`,
    `  Its documentation is at ${publicUrl}/docs`,
    ...mailQueue,
    '',
    '',
  ].join('\n');
}
