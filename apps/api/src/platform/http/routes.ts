import { propertiesOf } from '#libs/fields';
import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { goesTooSoon } from './deprecation.js';
import { type EndpointOptions, endpointOf, policyOf, resourceOf } from './endpoint.js';
import { type Policy, type Role, ROLES } from './policy.js';

/** One endpoint as it is served. */
export interface Route {
  verb: string;
  /** With `:name` for variables, beginning with a slash. */
  path: string;
  controller: Type;
  handler: string;
  /** The handler itself. */
  target: object;
  /** What it is about: `issues`. */
  resource?: string;
  policy?: Policy;
  options?: EndpointOptions;
  /** Runtime classes of the handler's `@Body` and `@Query` parameters. */
  bodies: unknown[];
  /** The names of the parameters of its query. */
  parameters: string[];
}

/** What the document and generated clients call an operation: `issues_create`. */
export const operationIdOf = ({ resource, handler }: Route): string => `${resource}_${handler}`;

/** Whether an endpoint answers a list that cursors lead through. */
export const hasCursors = ({ verb, parameters }: Route): boolean => verb === 'GET' && parameters.includes('after');

/** Whether an endpoint answers a list that it tells as a whole too. */
export const hasWhole = ({ verb, parameters }: Route): boolean => verb === 'GET' && parameters.includes('format');

/** An endpoint without faults. */
export type ServedRoute = Route & Required<Pick<Route, 'policy' | 'options'>>;

/** Every endpoint of the application, in the order of path and verb. */
export function listRoutes(modules: ModulesContainer): Route[] {
  const scanner = new MetadataScanner();
  const routes: Route[] = [];
  for (const module of modules.values()) {
    for (const { metatype, instance } of module.controllers.values()) {
      const prototype = instance && (Object.getPrototypeOf(instance) as Record<string, object>);
      if (!prototype || !metatype) continue;
      for (const name of scanner.getAllMethodNames(prototype)) {
        const handler = prototype[name]!;
        const verb = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
        if (verb === undefined) continue;
        const inputs = inputsOf(metatype, name);
        const path = [Reflect.getMetadata(PATH_METADATA, metatype), Reflect.getMetadata(PATH_METADATA, handler)]
          .map((part) => String(part ?? '').replace(/^\/|\/$/g, ''))
          .filter(Boolean)
          .join('/');
        routes.push({
          verb: RequestMethod[verb],
          path: `/${path}`,
          controller: metatype as Type,
          handler: name,
          target: handler,
          resource: resourceOf(metatype),
          policy: policyOf(metatype, handler),
          options: endpointOf(handler),
          bodies: inputClasses(inputs),
          parameters: parametersOf(inputs),
        });
      }
    }
  }
  return routes.sort((a, b) => (`${a.path} ${a.verb}` < `${b.path} ${b.verb}` ? -1 : 1));
}

/**
 * Errors in the declared routes; the service must not start if there are any.
 * @param modules the modules that there are
 */
export function routeFaults(routes: readonly Route[], modules: readonly string[]): string[] {
  return routes.flatMap((route) => {
    const name = `${route.verb} ${route.path} (${route.controller.name}.${route.handler})`;
    const faults: string[] = [];
    if (!route.policy) faults.push(`${name} has no @Endpoint`);
    const { access, organization, sessionOnly, module } = route.policy ?? {};
    if (ROLES.includes(access as Role) && !organization) faults.push(`${name} asks for a role in no organization`);
    if (organization && organization !== 'path' && !sessionOnly)
      faults.push(`${name} names an organization where keys, which have their own, may call`);
    if (access === 'anyone' && route.path.includes(':') && route.options?.secretPath === undefined)
      faults.push(`${name} does not say whether its path has a secret (secretPath)`);
    if (route.options?.deprecated && goesTooSoon(route.options.deprecated))
      faults.push(`${name} is deprecated and goes before its twelve months are over`);
    if (module && !modules.includes(module)) faults.push(`${name} is gated by ${module}, which is no module`);
    if (route.bodies.some((type) => type === undefined || type === Object)) {
      faults.push(`${name} takes a body or query whose class is lost at run time: nothing would be checked`);
    }
    return faults;
  });
}

interface Input {
  kind: 'body' | 'query';
  /** Undefined where it is lost at run time. */
  type: unknown;
  /** Of a single property. */
  name: string | undefined;
}

// Nest keys the arguments of a handler `<kind>:<index>`; 3 is the body and 4 the query.
const BODY_OR_QUERY = /^([34]):(\d+)$/;

function inputsOf(controller: { prototype: unknown }, handler: string): Input[] {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<
    string,
    { data?: string }
  >;
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, handler) ?? []) as unknown[];
  return Object.entries(args).flatMap(([key, { data: name }]) => {
    const [, kind, index] = BODY_OR_QUERY.exec(key) ?? [];
    return kind === undefined ? [] : [{ kind: kind === '3' ? 'body' : 'query', type: types[Number(index)], name }];
  });
}

/** The runtime classes of a handler's `@Body` and `@Query` parameters. */
const inputClasses = (inputs: readonly Input[]): unknown[] =>
  inputs.filter(({ name }) => name === undefined).map(({ type }) => type);

/** The names of the parameters of a handler's query. */
const parametersOf = (inputs: readonly Input[]): string[] =>
  inputs
    .filter(({ kind }) => kind === 'query')
    .flatMap(({ type, name }) => (name === undefined ? propertiesOf(type as new () => object) : [name]));
