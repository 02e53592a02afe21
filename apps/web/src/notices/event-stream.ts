/** A message of a stream of events (`text/event-stream`). */
export interface StreamMessage {
  id: string | undefined;
  event: string;
  data: string;
}

/**
 * Takes a stream apart as it comes: give it each piece, it tells the messages that have ended with it. Comments tell
 * nothing.
 */
export function streamReader(): (piece: string) => StreamMessage[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece.replace(/\r\n?/g, '\n')).split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const message = messageOf(block);
      return message ? [message] : [];
    });
  };
}

function messageOf(block: string): StreamMessage | undefined {
  const message: StreamMessage = { id: undefined, event: 'message', data: '' };
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name === 'data') data.push(value);
    else if (name === 'event') message.event = value;
    else if (name === 'id') message.id = value;
  }
  return data.length > 0 ? { ...message, data: data.join('\n') } : undefined;
}
