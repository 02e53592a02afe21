import type { INestApplication, NestInterceptor, Type } from '@nestjs/common';
import { INTERCEPTORS_METADATA } from '@nestjs/common/constants.js';
import { OrganizationInterceptor } from '../admission/organization.interceptor.js';
import { PathInterceptor } from '../admission/path.interceptor.js';
import { BodyInterceptor } from '../http/body.interceptor.js';
import { LocationInterceptor } from '../http/location.interceptor.js';
import type { Route } from '../http/routes.js';
import { UploadInterceptor } from '../http/upload.interceptor.js';
import { ReportQueueInterceptor } from '../ingest/report-queue.interceptor.js';

/**
 * What happens between admission and the handler. The order matters: the body is read, calls whose body determines the
 * organization are authorized, and the path is judged when the body was refused.
 */
export const INTERCEPTORS: readonly (Type<NestInterceptor> & { isNeededAt(route: Route): boolean })[] = [
  PathInterceptor,
  BodyInterceptor,
  ReportQueueInterceptor,
  OrganizationInterceptor,
  UploadInterceptor,
  LocationInterceptor,
];

/**
 * Binds to each endpoint the interceptors that have something to do there: one that does nothing costs a small request
 * as much as its handler. Nest reads what is bound when the application is initialized.
 */
export function bindInterceptors(app: INestApplication, routes: readonly Route[]): void {
  for (const route of routes) {
    const needed = INTERCEPTORS.filter((type) => type.isNeededAt(route)).map((type) => app.get(type));
    const handler = (route.controller.prototype as Record<string, object>)[route.handler]!;
    Reflect.defineMetadata(INTERCEPTORS_METADATA, needed, handler);
  }
}
