import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { requestOf } from './call.js';
import { setContentLocation } from './present-path.js';
import type { Route } from './routes.js';

interface Named {
  slug: string;
}

/**
 * Tells the present path where only the answer has the slug: of areas and standards, and of what has just been renamed.
 */
@Injectable()
export class PresentPathInterceptor implements NestInterceptor {
  static isNeededAt({ verb, path, options }: Route): boolean {
    return (
      options?.returns !== undefined &&
      (path.includes(':areaSlug') ||
        path.endsWith(':standardSlug') ||
        (verb === 'PATCH' && path.endsWith(':productSlug')))
    );
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = requestOf(context);
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((body: { product?: Named; area?: Named; standard?: Named }) => {
        const { product, area, standard } = body;
        setContentLocation(request, response, {
          ...(product && { productSlug: product.slug }),
          ...(area && { areaSlug: area.slug }),
          ...(standard && { standardSlug: standard.slug }),
        });
        return body;
      }),
    );
  }
}
