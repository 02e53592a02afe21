import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';

/**
 * Logs one short line for each request, when it is answered or its connection ends before. Queries may hold tokens of
 * mailed links, so only the path is kept, as `withoutSecrets` shows it.
 */
export function logRequests(
  log: Logger,
  withoutSecrets: (path: string) => string,
): (id: string, request: IncomingMessage, response: ServerResponse) => void {
  // Looking for secrets would take longer than the line, which can hold none.
  const lines = log.child({}, { redact: [] });
  return (requestId, request, response) => {
    const started = Date.now();
    const { method, url = '' } = request;
    const write = (err?: Error) => {
      response.off('close', write).off('error', write);
      const line = {
        req: { method, path: withoutSecrets(url.split('?', 1)[0]!) },
        requestId,
        res: { status: response.statusCode },
        responseTime: Date.now() - started,
      };
      if (err ?? response.statusCode >= 500) lines.error({ ...line, err }, 'request errored');
      else lines.info(line, response.writableEnded ? 'request completed' : 'request aborted');
    };
    // Without a listener an error of the connection would end the process.
    response.on('close', write).on('error', write);
  };
}
