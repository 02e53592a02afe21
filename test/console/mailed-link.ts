import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const TRIES = 200;

/** Waits for a mail to somebody with this subject, and gives its link to the service at `from`. */
export async function mailedLink(email: string, subject: string | RegExp, from: string): Promise<string> {
  const folder = process.env['CONSOLE_MAIL']!;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const names = await readdir(folder).catch(() => []);
    const mails = await Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')));
    const mail = mails.findLast(
      (text) => text.startsWith(`To: ${email}\n`) && new RegExp(subject).test(/^Subject: (.*)$/m.exec(text)?.[1] ?? ''),
    );
    const link = mail?.split('\n').find((line) => line.startsWith(from));
    if (link) return link;
    await delay(50);
  }
  throw new Error(`no mail "${String(subject)}" to ${email}`);
}
