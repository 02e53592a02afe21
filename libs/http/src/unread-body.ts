import type { Socket } from 'node:net';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { announcesBody } from './read-bytes.js';

/** How long, and how much of, a body that nobody reads is still taken before its connection is closed. */
const LINGER_MS = 2_000;
const LINGER_BYTES = 1_048_576;

/**
 * Answers at once where the body has not been read to its end, and closes the connection. What still arrives is thrown
 * away unparsed for a while: an abrupt end would lose the answer on its way.
 */
export function closeAfterUnreadBody(): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (announcesBody(request.headers)) {
      const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => Response;
      response.writeHead = ((...args: unknown[]) => {
        if (!request.complete) {
          response.setHeader('Connection', 'close');
          closeGracefully(request);
        }
        return writeHead(...args);
      }) as Response['writeHead'];
    }
    next();
  };
}

// Node ends the connection of a last answer by `destroySoon`, which resets it while the caller still sends.
function closeGracefully(request: Request): void {
  const { socket } = request;
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    socket.destroySoon = destroySoon;
    if (request.complete) destroySoon();
    else lingeringClose(socket);
  };
}

function lingeringClose(socket: Socket): void {
  let discarded = 0;
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  const discard = (chunk: Buffer): void => {
    discarded += chunk.length;
    // Reading on would be work, and ending would lose the answer: the caller is left to wait.
    if (discarded > LINGER_BYTES) socket.pause();
  };
  socket.once('close', () => clearTimeout(timer));
  // Taking the data here takes it from the parser of requests.
  socket.on('data', discard);
  for (const event of ['data', 'end'] as const)
    for (const listener of socket.listeners(event) as ((...args: unknown[]) => void)[])
      if (listener !== discard) socket.off(event, listener);
  socket.on('end', () => socket.destroy());
  socket.end();
  socket.resume();
  // A request that nobody reads has stopped the handle behind the back of its socket.
  (socket as Socket & { _handle?: { readStart?: () => void } })._handle?.readStart?.();
}
