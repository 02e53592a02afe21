import type { Socket } from 'node:net';
import type { Request, Response } from 'express';
import { announcesBody } from './read-bytes.js';

/** For how long, and how many bytes of, an unread body is still received before its connection is closed. */
const LINGER_MS = 2_000;
const LINGER_BYTES = 1_048_576;

/**
 * Closes the connection after the response if the body was not read completely. Data that still arrives is discarded
 * for a while (lingering close): an abrupt close would lose the response.
 */
export function closeAfterUnreadBody(request: Request, response: Response): void {
  if (!announcesBody(request.headers)) return;
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => Response;
  response.writeHead = ((...args: unknown[]) => {
    if (!request.complete) {
      response.setHeader('Connection', 'close');
      closeGracefully(request);
    }
    return writeHead(...args);
  }) as Response['writeHead'];
}

// Node closes the connection after the last response by `destroySoon`, which resets it while the client still sends.
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
    // Stop reading, but do not close yet: closing would lose the response.
    if (discarded > LINGER_BYTES) socket.pause();
  };
  socket.once('close', () => clearTimeout(timer));
  // Receive the data here instead of in the HTTP parser.
  socket.on('data', discard);
  for (const event of ['data', 'end'] as const)
    for (const listener of socket.listeners(event) as ((...args: unknown[]) => void)[])
      if (listener !== discard) socket.off(event, listener);
  socket.on('end', () => socket.destroy());
  socket.end();
  socket.resume();
  // An unread request has paused the underlying handle without the socket's knowledge. The handle must be marked as
  // reading, or the socket starts it a second time, fails with EALREADY and resets the connection.
  const { _handle: handle } = socket as Socket & { _handle?: { reading: boolean; readStart: () => void } };
  if (!handle) return;
  handle.reading = true;
  handle.readStart();
}
