import { toOneLine } from '#libs/fields';
import type { Language } from '../../../accounts/identity/preferences/preferences.dto.js';
import type { MailContent } from '../../../platform/mails/mail-queue.service.js';
import { html, type Html } from '../../../accounts/mail-pages/html.js';
import type { NotificationDto } from '../dto/notification.dto.js';
import { MAIL_WORDS, type MailWords } from './mail-words.js';

/** Where mails can be ended: by a mail program at once, and on a page. */
export interface UnsubscribeLinks {
  oneClick: string;
  page: string;
}

/** What is said of one notification; names and titles were chosen by others. */
interface Line {
  sentence: string;
  subject: string;
  place: string;
  excerpt: string | null;
  link: string;
}

/** The mail of one or several notifications, as text and as a page. */
export function notificationMail(
  notifications: readonly NotificationDto[],
  language: Language,
  links: UnsubscribeLinks,
): MailContent {
  const words = MAIL_WORDS[language];
  const lines = notifications.map((one) => lineOf(one, words));
  const [only] = lines;
  const title = lines.length === 1 ? `${only!.sentence}: ${only!.subject}` : words.several(lines.length);
  const { reason, unsubscribe } = words;
  return {
    subject: title,
    text: `${lines.map(textOf).join('\n\n')}\n\n-- \n${reason}\n${unsubscribe}: ${links.page}\n`,
    html: pageOf(title, lines, language, html`<p>${reason} <a href="${links.page}">${unsubscribe}</a></p>`),
    headers: {
      'List-Unsubscribe': `<${links.oneClick}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

function lineOf(
  { kind, count, actor, subject: { kind: subjectKind, number, title, productSlug }, ...notification }: NotificationDto,
  words: MailWords,
): Line {
  const sentence = words.sentences[kind](oneLine(actor?.name ?? words.somebody));
  const name = oneLine(title ?? notification.organization.name);
  const product = productSlug !== null && subjectKind !== 'product' ? `${words.product} ${productSlug}, ` : '';
  return {
    sentence: count > 1 ? `${sentence} ${words.times(count)}` : sentence,
    subject: number === null ? name : `#${number} ${name}`,
    place: `${product}${words.organization} ${oneLine(notification.organization.name)}`,
    excerpt: notification.excerpt,
    link: notification.consoleUrl ?? notification.url,
  };
}

const oneLine = (text: string): string => toOneLine(text) ?? '?';

const textOf = ({ sentence, subject, place, excerpt, link }: Line): string =>
  [`${sentence}: ${subject}`, place, ...(excerpt === null ? [] : [`> ${oneLine(excerpt)}`]), link].join('\n');

/** Names and titles of others may be one long word. */
const STYLE = 'font-family: sans-serif; line-height: 1.5; color: #1a1a1a; background: #ffffff; overflow-wrap: anywhere';

const pageOf = (title: string, lines: readonly Line[], language: Language, footer: Html): string =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
      </head>
      <body style="${STYLE}">
        <main>
          <h1 style="font-size: 1.25em">${title}</h1>
          <ul>
            ${lines.map(
              ({ sentence, subject, place, excerpt, link }) =>
                html`<li>
                  <p>
                    ${sentence}: <a href="${link}" style="color: #0b4f9c"><bdi>${subject}</bdi></a
                    ><br />
                    <bdi>${place}</bdi>
                  </p>
                  ${excerpt !== null && html`<blockquote dir="auto">${excerpt}</blockquote>`}
                </li>`,
            )}
          </ul>
        </main>
        <footer>${footer}</footer>
      </body>
    </html>`.text.replace(/\n\s+/g, '\n');
