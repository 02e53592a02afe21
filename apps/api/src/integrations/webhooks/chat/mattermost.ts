import { type ChatText, linesThatFit } from './chat-text.js';

/** The most characters of a message that Mattermost takes. */
const CHARACTERS = 16_383;

/** A message of Mattermost's incoming webhooks, in its Markdown; what records say is escaped, and mentions nobody. */
export function mattermostMessage({ heading, lines, context, link }: ChatText): object {
  const head = link === null ? escaped(heading) : `[${escaped(heading)}](<${addressOf(link)}>)`;
  const textOf = (some: readonly string[]): string =>
    [`**${head}**`, ...some.map((line) => `- ${line}`), escaped(context)].join('\n');
  const shown = linesThatFit(lines.map(escaped), (some) => textOf(some).length <= CHARACTERS);
  return { text: textOf(shown) };
}

/** A character without width: mentions and the beginnings of addresses that become links are none any more. */
const APART = '\u200b';

const escaped = (text: string): string =>
  text
    .replaceAll(/[!"#$%&'()*+,\-./:;<=>?[\\\]^_`{|}~]/g, String.raw`\$&`)
    .replaceAll('@', `@${APART}`)
    .replaceAll(String.raw`\:\/\/`, String.raw`\:${APART}\/\/`)
    .replaceAll(/\bwww\b/gi, (www) => `${www}${APART}`);

const addressOf = (url: string): string => url.replaceAll(/[<>\\\s]/g, (character) => encodeURIComponent(character));
