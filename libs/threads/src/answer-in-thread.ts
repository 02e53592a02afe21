import { parentPort } from 'node:worker_threads';

/** What is sent to a thread: parts, then that there is none any more. */
type Message = { part: unknown } | { isLast: true };

/**
 * Has this thread answer once with what is made of all parts that it is sent. What is thrown meanwhile is thrown where
 * it was started.
 */
export function answerInThread<Part>(make: (parts: Part[]) => Promise<Uint8Array>): void {
  const parts: Part[] = [];
  parentPort!.on('message', (message: Message) => {
    if (!('isLast' in message)) {
      parts.push(message.part as Part);
      return;
    }
    void make(parts).then((made) => {
      // Copied, since the memory of a Buffer may be that of others too, and cannot be handed over then.
      const answer = new Uint8Array(made);
      parentPort!.postMessage(answer, [answer.buffer]);
    });
  });
}
