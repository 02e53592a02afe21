import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../support/eventually.js';

/** Waits for a mail to somebody with this subject, and gives its link to the service at `from`. */
export async function mailedLink(email: string, subject: string | RegExp, from: string): Promise<string> {
  const folder = process.env['CONSOLE_MAIL']!;
  const link = await eventually(async () => {
    const names = await readdir(folder).catch(() => []);
    const mails = await Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')));
    const mail = mails.findLast(
      (text) => text.startsWith(`To: ${email}\n`) && new RegExp(subject).test(/^Subject: (.*)$/m.exec(text)?.[1] ?? ''),
    );
    return mail?.split('\n').find((line) => line.startsWith(from));
  });
  return link!;
}
