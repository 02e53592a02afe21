import { type ClientRequest, type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';

/** Begins a request over a connection of its own. */
export const requestTo = (url: string, options: RequestOptions): ClientRequest =>
  (url.startsWith('https:') ? requestHttps : requestHttp)(url, { ...options, agent: false });

/**
 * Sends what a request has, and reads the answer to its end.
 * @throws the error of the connection, or another where the body is larger than `bytes` or ends too early
 */
export const responseTo = (
  sent: ClientRequest,
  text: string | undefined,
  bytes: number,
): Promise<{ response: IncomingMessage; body: Buffer<ArrayBuffer> }> =>
  new Promise((resolve, reject) => {
    sent.on('response', (response: IncomingMessage) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('error', reject);
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= bytes) return void chunks.push(chunk);
        reject(new Error('it is too large'));
        response.destroy();
      });
      response.on('end', () => resolve({ response, body: Buffer.concat(chunks) }));
      response.on('close', () => reject(new Error('it ended too early')));
    });
    sent.on('error', reject);
    sent.end(text);
  });
