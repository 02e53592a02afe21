import type { Settings } from '#libs/config';
import type { CanActivate, NestInterceptor, Provider, Type } from '@nestjs/common';
import { INTERCEPTORS_METADATA } from '@nestjs/common/constants.js';
import { APP_GUARD } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Response } from 'express';
import { BodyInterceptor } from '../../platform/http/body.interceptor.js';
import type { CalledRequest } from '../../platform/http/call.js';
import { endpointsOf } from '../../platform/http/endpoint-adapter.js';
import { HeadersGuard } from '../../platform/http/headers.guard.js';
import { LocationInterceptor } from '../../platform/http/location.interceptor.js';
import { PresentPathInterceptor } from '../../platform/http/present-path.interceptor.js';
import type { Route, ServedRoute } from '../../platform/http/routes.js';
import { StrictGuard } from '../../platform/http/strict.guard.js';
import { UploadInterceptor } from '../../platform/http/upload.interceptor.js';
import { IdempotencyInterceptor } from '../idempotency/idempotency.interceptor.js';
import { ReportQueueInterceptor } from '../../findings/ingest/report-queue.interceptor.js';
import { AddressLimits } from '../../platform/limits/address-limits.js';
import { PrincipalGuard } from '../../platform/limits/principal.guard.js';
import { PagingInterceptor } from '../../platform/lists/paging.interceptor.js';
import { PlaceInterceptor } from '../../platform/places/place.interceptor.js';
import { AdmissionGuard } from './admission.guard.js';
import { credentialOf } from './credential.js';
import { NamedProductInterceptor } from './named-product.interceptor.js';
import { OrganizationInterceptor } from './organization.interceptor.js';
import { PathInterceptor } from './path.interceptor.js';
import { ProductGuard } from './product.guard.js';

/*
 * The steps of a request, in the order that decision 3 gives to its answers:
 * 1. what it leads to and its credential, then the limit of its address (`servePipeline`);
 * 2. the guards: headers of the body; who calls, and whether they may; the limit of the caller; what the path names;
 * 3. the interceptors: the body, a place at the resource that the call uses, and who may call where it says what the call is about.
 */

const GUARDS: readonly Type<CanActivate>[] = [HeadersGuard, AdmissionGuard, PrincipalGuard, ProductGuard, StrictGuard];

/** Outermost first: a path is judged where the body was refused. */
const INTERCEPTORS: readonly (Type<NestInterceptor> & { isNeededAt(route: Route): boolean })[] = [
  PathInterceptor,
  BodyInterceptor,
  ReportQueueInterceptor,
  PlaceInterceptor,
  OrganizationInterceptor,
  IdempotencyInterceptor,
  UploadInterceptor,
  LocationInterceptor,
  PresentPathInterceptor,
  NamedProductInterceptor,
  PagingInterceptor,
];

export const STEPS: Provider[] = [...GUARDS.map((useClass) => ({ provide: APP_GUARD, useClass })), ...INTERCEPTORS];

/**
 * Has requests take these steps. Each endpoint gets the interceptors that have something to do there: one that does
 * nothing costs a small request as much as its handler. Nest reads what is bound when the application is initialized.
 */
export function servePipeline(
  app: NestExpressApplication,
  routes: readonly ServedRoute[],
  settings: Settings,
  isConsole: (request: CalledRequest) => boolean,
): void {
  const endpoints = endpointsOf(app);
  endpoints.declare(routes);
  app.use((request: CalledRequest, _response: Response, next: NextFunction) => {
    const found = endpoints.find(request);
    const credential = credentialOf(request.headers, settings.isSecure);
    request.call = { found, route: found?.value.route, credential, isConsole: false };
    request.call.isConsole = isConsole(request);
    next();
  });
  app.use(app.get(AddressLimits).use);
  for (const route of routes) {
    const needed = INTERCEPTORS.filter((type) => type.isNeededAt(route)).map((type) => app.get(type));
    Reflect.defineMetadata(INTERCEPTORS_METADATA, needed, route.target);
  }
}
