import { type ChatText, linesThatFit } from './chat-text.js';

/** What Teams takes of one message, in bytes. */
const BYTES = 28_000;

/**
 * A message of Teams' workflows: an Adaptive Card. Its texts are runs, which are shown as they are, where a `TextBlock`
 * would read Markdown.
 */
export function teamsMessage(text: ChatText): object {
  const shown = linesThatFit(text.lines, (some) => Buffer.byteLength(JSON.stringify(cardOf(text, some))) <= BYTES);
  return cardOf(text, shown);
}

const cardOf = ({ heading, context, link }: ChatText, lines: readonly string[]): object => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          paragraph(heading, { weight: 'Bolder' }),
          ...lines.map((line) => paragraph(line)),
          paragraph(context, { isSubtle: true, size: 'Small' }),
        ],
        ...(link === null ? {} : { actions: [{ type: 'Action.OpenUrl', title: 'Open in Curbcut', url: link }] }),
      },
    },
  ],
});

// `{{` begins a function of dates: a character without width keeps both apart.
const paragraph = (text: string, style: object = {}): object => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text: text.replaceAll(/\{(?=\{)/g, '{\u200b'), ...style }],
});
