import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvitationMails } from '../../apps/api/src/accounts/organizations/invitations/invitation-mails.service.js';
import { eventually } from './eventually.js';
import type { Service } from './service.js';

/** A mail as it lies in the folder. */
export interface SentMail {
  subject: string;
  text: string;
}

/** The mails sent to an address, oldest first. */
export async function mailsTo({ settings }: Service, email: string): Promise<SentMail[]> {
  const folder = join(settings.dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')));
  return mails
    .filter((mail) => mail.startsWith(`To: ${email}\n`))
    .map((mail) => {
      const [head, ...text] = mail.split('\n\n');
      return { subject: /^Subject: (.*)$/m.exec(head!)![1]!, text: text.join('\n\n') };
    });
}

/** Waits for the mail with this subject, or about the record with this id, and gives its link, below the service. */
export async function mailedLink(service: Service, email: string, about: string): Promise<string> {
  const link = await eventually(async () => {
    const mail = (await mailsTo(service, email)).find(({ subject, text }) => subject === about || text.includes(about));
    return mail?.text.split('\n').find((line) => line.startsWith(service.settings.publicUrl));
  });
  return link!.slice(service.settings.publicUrl.length);
}

/** Renders the mail of an invitation as its job would, and returns the secret of its link. */
export async function mailedInvitation({ app, database }: Service, invitationId: string): Promise<string> {
  const letter = await database.transaction((tx) => app.get(InvitationMails).compose(tx, invitationId));
  return secretIn(letter!.text);
}

/** The secret of the link in a mail. */
export const secretIn = (text: string): string => /[?&]token=([\w-]+)/.exec(text)![1]!;
