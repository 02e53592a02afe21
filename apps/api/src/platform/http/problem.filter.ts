import { CALLER_GONE, sqlState } from '#libs/database';
import { DomainError, FaultyRequest, InvalidInput, NotFound, RateLimited, TemporarilyUnavailable } from '#libs/errors';
import { currentRequest, type Logger, noteRefusal, type Refusal } from '#libs/logging';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { CalledRequest } from './call.js';
import { TooLarge, UnsupportedType } from './errors.js';
import { headersOf, membersOf, type Problem, problem, STATUS } from './problem.js';

/** Translates a database error into a domain error; undefined if it is unexpected. */
export type DatabaseTranslator = (error: unknown) => DomainError | undefined;

/** The allowed methods of a path, for 405 and OPTIONS; empty for an unknown path. */
export type VerbsOfPath = (path: string) => string[];

/** The error code at a path, since some paths have a wire format with its own codes; there with the one of ours. */
type CodesForPath = (path: string, error: Pick<DomainError, 'code'>) => { code: string; problemCode?: string };

/**
 * Renders an error in another form, such as a page, and sets its headers; undefined where it is the usual one of
 * programs.
 */
export type PageRenderer = (request: Request, response: Response, refusal: Problem) => string | undefined;

/** Converts every error into a response with one format (RFC 9457), stable codes and no internal details. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly log: Logger,
    private readonly verbsOf: VerbsOfPath,
    private readonly fromDatabase: DatabaseTranslator,
    private readonly codesForPath: CodesForPath,
    private readonly renderPage: PageRenderer,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (response.headersSent) {
      this.log.error({ err: error }, 'request failed after the start of the answer');
      response.destroy();
      return;
    }
    // Nobody hears the answer to a statement that ended with its caller.
    if (sqlState(error) === CALLER_GONE) return void response.destroy();
    if (error instanceof HttpException && error.getStatus() === 404) return this.unrouted(request, response);
    const known = error instanceof DomainError ? error : (this.fromDatabase(error) ?? fromHttp(error));
    if (!known) {
      this.log.error({ err: error }, 'unexpected failure');
      const message = 'An internal error occurred. Look up the request ID in the service log.';
      return this.answer(request, response, 500, { code: 'internal_error', message });
    }
    if (known.kind === 'unavailable') this.log.warn({ err: error }, 'temporarily unavailable');
    response.set(headersOf(known));
    this.refuse(request, response, known);
  }

  /** No handler matched: a wrong verb on a known path, or an unknown path. */
  private unrouted(request: Request, response: Response): void {
    const verbs = this.verbsOf(request.path);
    if (verbs.length === 0) return this.refuse(request, response, new NotFound('path'));
    response.set('Allow', verbs.join(', '));
    if (request.method === 'OPTIONS') return void response.status(204).end();
    const message = `This path supports ${verbs.join(', ')}.`;
    this.answer(request, response, 405, { code: 'method_not_allowed', message });
  }

  private refuse(request: Request, response: Response, error: DomainError): void {
    this.answer(request, response, STATUS[error.kind], error, membersOf(error));
  }

  private answer(
    request: Request,
    response: Response,
    status: number,
    error: Pick<DomainError, 'code' | 'message'>,
    members: object = {},
  ): void {
    const { code, ...ours } = this.codesForPath(request.path, error);
    const refusal = problem(status, code, error.message, requestId(), { ...ours, ...members });
    const { finish } = (request as Partial<CalledRequest>).call ?? {};
    if (!finish) return this.send(request, response, refusal);
    const kept = error instanceof FaultyRequest ? undefined : { status, body: JSON.stringify(refusal) };
    void finish(kept).then(() => this.send(request, response, refusal));
  }

  private send(request: Request, response: Response, refusal: Problem): void {
    response.status(refusal.status);
    if (LOGGED.includes(refusal.status)) noteRefusal(response, refusalOf(refusal));
    response.removeHeader('Content-Location');
    // Errors must not be cached, unlike records.
    if (response.hasHeader('Cache-Control')) response.set('Cache-Control', 'no-store');
    const page = this.renderPage(request, response, refusal);
    if (page !== undefined) response.send(page);
    else response.type('application/problem+json').send(JSON.stringify(refusal));
  }
}

/** Refusals that may be attacks: their lines in the log say of what, and of whom. */
const LOGGED = [401, 403, 429];

function refusalOf({ code }: Problem): Refusal {
  const { actor, origin } = currentRequest();
  const caller = actor.kind === 'system' ? undefined : { kind: actor.kind, id: actor.id };
  return { problem: code, address: origin.address, caller };
}

const requestId = (): string => currentRequest().id ?? '';

/** Refusals of Express and its body readers, and those that Nest's own parts throw. */
function fromHttp(error: unknown): DomainError | undefined {
  const status =
    error instanceof HttpException ? error.getStatus() : (error as { status?: number } | undefined)?.status;
  if (status === 413) return new TooLarge('The body is larger than this endpoint accepts.');
  if (status === 415) return new UnsupportedType('The encoding of the body is not supported.');
  if (status === 429) return new RateLimited(60);
  if (status === 503) return new TemporarilyUnavailable();
  if (status && status >= 400 && status < 500) {
    return new InvalidInput([{ path: '', code: 'malformed', message: 'The request could not be read.' }]);
  }
  return undefined;
}
