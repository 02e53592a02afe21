import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Curbcut } from '#libs/client';

type Log = (line: string) => void;

const MAILED_WITHIN_MS = 5_000;

/** Tells how a colleague joins: by the link in their mail, on the page that it leads to, as a browser would. */
export async function showInvitation(person: Curbcut, organizationId: string, mails: string, log: Log): Promise<void> {
  const email = `colleague-${Date.now()}@example.org`;
  await person.invitations.invite({ body: { email, role: 'member', organizationId } });
  const link = await linkTo(email, mails);
  if (!link) return log(`Invited ${email}: the mail with the link has gone out, so the colleague joins another time`);
  log(`Invited ${email}; without a mail server the mail lies in ${mails}`);
  const fields = { name: 'Colleague', password: 'kerbs that serve everyone', ...Object.fromEntries(link.searchParams) };
  const page = await fetch(link, { method: 'POST', body: new URLSearchParams(fields) });
  const heading = /<h1>(.*?)<\/h1>/.exec(await page.text())?.[1];
  log(`  the link leads to ${link.origin}${link.pathname}: name, password, one button → ${page.status} "${heading}"`);
}

/** The link in the mail to this address; undefined when none lies there in time. */
async function linkTo(email: string, folder: string): Promise<URL | undefined> {
  for (const end = Date.now() + MAILED_WITHIN_MS; Date.now() < end; await delay(100)) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names.sort().slice(-10)) {
      const mail = await readFile(join(folder, name), 'utf8');
      const link = mail.startsWith(`To: ${email}\n`) && /^https?:\S+token=\S+$/m.exec(mail)?.[0];
      if (link) return new URL(link);
    }
  }
  return undefined;
}
