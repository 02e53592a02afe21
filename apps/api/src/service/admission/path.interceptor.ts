import { DomainError, NotFound } from '#libs/errors';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { catchError, type Observable } from 'rxjs';
import { DataSource } from 'typeorm';
import { requestOf } from '../../platform/http/call.js';
import type { Route } from '../../platform/http/routes.js';
import { namesRecords, recordsExist } from './path-records.js';

/**
 * A missing record in the path (404) takes precedence over errors in the body (400): the records are looked up only
 * after the body was rejected, so that valid requests need no additional statement.
 */
@Injectable()
export class PathInterceptor implements NestInterceptor {
  static isNeededAt({ verb, path, bodies }: Route): boolean {
    return namesRecords(path) && (verb !== 'GET' || bodies.length > 0);
  }

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { params, admission } = requestOf(context);
    return next.handle().pipe(
      catchError(async (error: unknown) => {
        const isOfBody = error instanceof DomainError && ['bad_request', 'too_large'].includes(error.kind);
        if (isOfBody && !(await recordsExist(this.database, params as Record<string, string>, admission)))
          throw new NotFound();
        throw error;
      }),
    );
  }
}
