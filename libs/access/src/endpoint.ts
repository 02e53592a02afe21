import { applyDecorators, HttpCode, RequestMethod, SetMetadata, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import type { Principal } from './current.js';
import type { AccessLevel, OrganizationSource, Policy, Scope } from './policy.js';

/** What an endpoint says about itself; everything else follows from its route. */
export interface EndpointOptions {
  /** One line for the reader of the API documentation. */
  summary: string;
  description?: string;
  roles: AccessLevel;
  /** How the call says which organization it is about, where that is not the `:orgId` of the path. */
  organization?: Exclude<OrganizationSource, 'path'>;
  /** Whether a call with this body or query is about no organization: no role is needed then, and none handed over. */
  unless?: (input: never, principal: Principal) => boolean;
  /** Admits those, too, who have not passed the second factor that the organization asks for. */
  withoutFactor?: true;
  /** What this endpoint calls the general refusals, where its clients know them by other names. */
  refusedAs?: Readonly<Record<string, string>>;
  /** The class of the answer's body; absent: 204, no body. */
  returns?: Type | [Type];
  /** Another class that the body may have instead. */
  orReturns?: Type;
  /** The media type of an answer that is not JSON. */
  produces?: string;
  /** The answer may be JSON `null`. */
  nullable?: boolean;
  /**
   * Makes the answer 201; gives the last segment of `Location`, below the path of the collection, when the record has a GET.
   * `or-found`: the handler answers a `MadeOrFound`, which says whether it is 201 or 200.
   */
  created?: true | 'or-found' | ((body: never) => string | number | undefined);
  /** The answer is 302 with `Location`, and has no body. */
  redirects?: true;
  /** Codes of refusals beyond those that follow from the policy, by status: `{ 409: ['product_archived'] }`. */
  refuses?: Readonly<Record<number, readonly string[]>>;
  /** Takes one file, the field `file` of a `multipart/form-data`, instead of JSON. */
  upload?: boolean;
  /**
   * What the body is instead of JSON: a posted `form` (a flat object of strings, 4,096 bytes), or `raw`: JSON that
   * the handler reads by itself (`readBytes`).
   */
  body?: 'form' | 'raw';
  /** The most bytes of the body; otherwise 262,144 of JSON, 4,096 of a form, of `raw` what the handler takes. */
  bodyLimit?: number;
  /** The body may come as `Content-Encoding: gzip`; the limit counts what it inflates to. */
  gzip?: true;
}

/** What a handler answers that makes a record, or finds the one that is there already. */
export interface CreatedOrFound<T> {
  body: T;
  /** The path of the record where it was made: the answer is 201 with `Location` then, else 200. */
  location: string | undefined;
}

const MODULE = Symbol('module');
const ACCESS = Symbol('door');
const SCOPE = Symbol('scope');
const PRODUCT_SCOPED = Symbol('product-scoped');
const SESSION_ONLY = Symbol('for-people');
const ENDPOINT = Symbol('endpoint');

/** The module that gates every endpoint of a controller. */
export const RequireModule = (module: string) => SetMetadata(MODULE, module);

/** Sessions only: API keys are refused at this endpoint, or at every one of a controller. */
export const SessionOnly = () => SetMetadata(SESSION_ONLY, true);

/** Who may call. `Endpoint` applies it. */
const RequireAccess = (access: AccessLevel) => SetMetadata(ACCESS, access);

/** Which scope a key needs, where the verb does not say it: GET is `read`, everything else `write`. */
export const ApiScope = (scope: Scope) => SetMetadata(SCOPE, scope);

/** Where a call names its product, where the path does not say it by `:productSlug`. */
export const ProductScoped = (where: 'body') => SetMetadata(PRODUCT_SCOPED, where);

/**
 * Declares an endpoint: who may call it and what it answers. The guards, the OpenAPI document and the start-up audit
 * read what is written here, so they cannot disagree. Stands below the verb or above it.
 */
export function Endpoint(options: EndpointOptions): MethodDecorator {
  const { redirects, created, returns, produces } = options;
  const status = redirects ? 302 : created ? 201 : returns || produces ? 200 : 204;
  return applyDecorators(SetMetadata(ENDPOINT, options), RequireAccess(options.roles), HttpCode(status));
}

/** The options an endpoint was declared with. */
export function endpointOf(handler: object): EndpointOptions | undefined {
  return Reflect.getMetadata(ENDPOINT, handler) as EndpointOptions | undefined;
}

/** The policy of an endpoint, or undefined when it has none and must not be served. */
export function policyOf(controller: object, handler: object): Policy | undefined {
  const access = Reflect.getMetadata(ACCESS, handler) as AccessLevel | undefined;
  if (!access) return undefined;
  const path = `${pathOf(controller)}/${pathOf(handler)}`;
  const { organization, withoutFactor, refusedAs } = endpointOf(handler) ?? {};
  const reads = Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.GET;
  return {
    access,
    scope: (Reflect.getMetadata(SCOPE, handler) as Scope | undefined) ?? (reads ? 'read' : 'write'),
    module: Reflect.getMetadata(MODULE, handler) ?? Reflect.getMetadata(MODULE, controller),
    organization: path.includes(':orgId') ? 'path' : organization,
    withoutFactor,
    refusedAs,
    namesProduct:
      (Reflect.getMetadata(PRODUCT_SCOPED, handler) as 'body' | undefined) ??
      (path.includes(':productSlug') ? 'path' : undefined),
    sessionOnly: [controller, handler].some((target) => Reflect.getMetadata(SESSION_ONLY, target) === true),
    isIdentity: pathOf(controller).startsWith('api/auth'),
  };
}

const pathOf = (target: object): string => String(Reflect.getMetadata(PATH_METADATA, target) ?? '');
