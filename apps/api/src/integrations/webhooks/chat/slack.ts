import { type ChatText, linesThatFit } from './chat-text.js';

/** What Slack takes of one message: blocks, and characters of a section. */
const BLOCKS = 50;
const SECTION = 3_000;

/** Every block that is not a section of lines: the heading, and where it is from. */
const OTHERS = 2;

/**
 * A message of Slack's incoming webhooks, in Block Kit. What records say is escaped, and `verbatim`: nobody is
 * mentioned by a title, and no address in it becomes a link.
 */
export function slackMessage({ heading, lines, context, link }: ChatText): object {
  const head = link === null ? escaped(heading) : `<${addressOf(link)}|${escaped(heading)}>`;
  const shown = linesThatFit(lines.map(escaped), (some) => sectionsOf(some).length <= BLOCKS - OTHERS);
  return {
    text: escaped(heading),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      section(head),
      ...sectionsOf(shown).map(section),
      { type: 'context', elements: [{ type: 'mrkdwn', text: escaped(context), verbatim: true }] },
    ],
  };
}

const section = (text: string): object => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } });

/** Lines together, as many as a section takes. */
function sectionsOf(lines: readonly string[]): string[] {
  const sections: string[] = [];
  for (const line of lines) {
    const last = sections.at(-1);
    if (last !== undefined && last.length + 1 + line.length <= SECTION)
      sections[sections.length - 1] = `${last}\n${line}`;
    else sections.push(line);
  }
  return sections;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (character) => ENTITIES[character]!);

/** An address inside of a link, where `|` would end it. */
const addressOf = (url: string): string => escaped(url).replaceAll('|', '%7C');
