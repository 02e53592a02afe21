import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';

/** Why a request was refused, and whom: what its line says beside the status. */
export interface Refusal {
  /** The code of the problem. */
  problem: string;
  address: string | null;
  /** Who called, where that was known. */
  caller?: { kind: string; id: string | null };
}

const refusals = new WeakMap<ServerResponse, Refusal>();

/** Has the line of this request say why it was refused, and whom. */
export const noteRefusal = (response: ServerResponse, refusal: Refusal): void => void refusals.set(response, refusal);

/**
 * Logs one short line for each request, when it is answered or its connection ends before. Queries may hold tokens of
 * mailed links, so only the path is kept, as `withoutSecrets` shows it.
 */
export function logRequests<R extends IncomingMessage>(
  log: Logger,
  withoutSecrets: (path: string, request: R) => string,
): (id: string, request: R, response: ServerResponse) => void {
  // Looking for secrets would take longer than the line, which can hold none.
  const lines = log.child({}, { redact: [] });
  return (requestId, request, response) => {
    const started = performance.now();
    const { method, url = '' } = request;
    const write = (err?: Error) => {
      response.off('close', write).off('error', write);
      const line = {
        req: { method, path: withoutSecrets(url.split('?', 1)[0]!, request) },
        requestId,
        res: { status: response.statusCode },
        responseTime: Math.round(performance.now() - started),
        ...refusals.get(response),
      };
      if (err ?? response.statusCode >= 500) lines.error({ ...line, err }, 'request errored');
      else lines.info(line, response.writableEnded ? 'request completed' : 'request aborted');
    };
    // Without a listener an error of the connection would end the process.
    response.on('close', write).on('error', write);
  };
}
