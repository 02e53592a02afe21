import type { ChatText } from './chat/chat-text.js';
import { chatTextOf } from './chat/chat-text.js';
import { mattermostMessage } from './chat/mattermost.js';
import { slackMessage } from './chat/slack.js';
import { teamsMessage } from './chat/teams.js';
import type { Message } from './messages.js';
import type { WebhookFormat } from './webhook.entity.js';

/** Whether it writes to people; the address is then a secret, and nothing is signed. */
export const isChat = ({ format }: { format: WebhookFormat }): boolean => format !== 'standard';

const WRITERS: Record<Exclude<WebhookFormat, 'standard'>, (text: ChatText) => object> = {
  slack: slackMessage,
  teams: teamsMessage,
  mattermost: mattermostMessage,
};

/** The body that is posted for a stored message. */
export function bodyOf(format: WebhookFormat, payload: string): string {
  if (format === 'standard') return payload;
  return JSON.stringify(WRITERS[format](chatTextOf(JSON.parse(payload) as Message)));
}
