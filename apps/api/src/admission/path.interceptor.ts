import type { AdmittedRequest } from '#libs/access';
import { DomainError, NotFound } from '#libs/errors';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Request } from 'express';
import { catchError, type Observable } from 'rxjs';
import { DataSource } from 'typeorm';
import { namesRecords, recordsExist } from './path-records.js';

/**
 * What a path names comes before what is wrong with the body: where the body is refused, it looks whether the records of
 * the path exist, and answers 404 where they do not. Requests without a fault pay nothing for it.
 */
@Injectable()
export class PathInterceptor implements NestInterceptor {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { params, admission } = context.switchToHttp().getRequest<Request & AdmittedRequest>();
    if (!namesRecords(params)) return next.handle();
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
