import { applyDecorators, HttpCode, RequestMethod, SetMetadata, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import type { Principal } from './current.js';
import type { DeprecationOptions } from './deprecation.js';
import type { AccessLevel, OrganizationSource, Policy, Scope } from './policy.js';
import type { ReadWithProduct } from './product-read.js';

/** The declaration of an endpoint; everything else is derived from its route. */
export interface EndpointOptions {
  /** One line for the API documentation. */
  summary: string;
  description?: string;
  access: AccessLevel;
  /** How the call says which organization it is about, where that is not the `:orgId` of the path. */
  organization?: Exclude<OrganizationSource, 'path'>;
  /**
   * Whether a call with this body or query concerns no organization: then it needs no role, and the handler receives no
   * membership.
   */
  unless?: (input: never, principal: Principal) => boolean;
  /** Also admits callers who have not passed the second factor that the organization requires. */
  withoutFactor?: true;
  /**
   * Also where an operator has suspended the organization: leaving, revoking, deleting, and what changes nothing in it.
   */
  whileSuspended?: true;
  /** Also while the service is read-only: what signs in and out, revokes, or writes nothing but for its caller. */
  whileReadOnly?: true;
  /**
   * Asks people for a proof of the last ten minutes (`POST /v1/me/proof`): always, or where the organization wants it.
   */
  freshProof?: Policy['freshProof'];
  /** Other error codes for general refusals, as this endpoint's clients expect them. */
  refusedAs?: Readonly<Record<string, string>>;
  /**
   * The provider of what is read with the product of the path, in one statement: the handler receives it as
   * `@CurrentRecord`.
   */
  reads?: Type<ReadWithProduct>;
  /**
   * Whether the last variable of the path is a secret, which the log then leaves out. It must be said of each path with
   * a variable where anyone may call: there, knowing the address may be all that a caller needs.
   */
  secretPath?: boolean;
  /** The class of the answer's body; absent: 204, no body. */
  returns?: Type | [Type];
  /** Another class that the body may have instead. */
  orReturns?: Type;
  /**
   * The media type of an answer that is not JSON, or several that it may have. Refusals of what always is a page
   * (`text/html` alone) are pages too.
   */
  produces?: string | readonly string[];
  /** Parts of it may be read by `Range`: 206. */
  parts?: true;
  /** Browsers come here: who prefers a page, at the address without an ending, is refused with one. */
  browsed?: true;
  /** The answer may be 204 in its place: what that means, for the documentation. */
  orNothing?: string;
  /** The answer may be a page (200, `text/html`) in its place: what that means, for the documentation. */
  orPage?: string;
  /** The answer may be JSON `null`. */
  nullable?: boolean;
  /**
   * Makes the answer 201; gives the last segment of `Location`, below the path of the collection, when the record has a
   * GET. `or-found`: the handler returns a `CreatedOrFound`, which determines whether it is 201 or 200.
   */
  created?: true | 'or-found' | ((body: never) => string | number | undefined);
  /** The answer is 202: what was asked is done by a job. What it gives leads there, as of `created`. */
  accepted?: true | ((body: never) => string);
  /** What 200 means where `created` is `or-found`, for the documentation. */
  found?: string;
  /** The answer is 302 with `Location`, and has no body. */
  redirects?: true;
  /**
   * A session may begin with it, whose secret is left to a cookie for callers who prefer that (`Prefer:
   * session=cookie`).
   */
  beginsSession?: true;
  /** The body may be left out. */
  optionalBody?: true;
  /** It goes, and something takes its place. */
  deprecated?: DeprecationOptions;
  /** The answer holds a secret or a token: it is not kept for whoever sends the request again. */
  answersSecret?: true;
  /** Changes a record that is read with an `ETag`, and refuses (412) where `If-Match` names an earlier revision. */
  guarded?: true;
  /** Codes of refusals beyond those that follow from the policy, by status: `{ 409: ['product_archived'] }`. */
  refuses?: Readonly<Record<number, readonly string[]>>;
  /**
   * Takes one file, the field `file` of a `multipart/form-data`, instead of JSON: a picture, or a large file with other
   * fields beside it, or several of these.
   */
  upload?: true | FileUpload;
  /**
   * The kind of body if it is not JSON: a posted `form` (a flat object of strings, 4,096 bytes), `raw`, which the
   * handler reads itself (`readBytes`), or `scim`, JSON under two names that a guard of the controller lets in.
   */
  body?: 'form' | 'raw' | 'scim';
  /** The most bytes of the body; otherwise 262,144 of JSON, 4,096 of a form, of `raw` what the handler takes. */
  bodyLimit?: number;
  /** A queue reads the body, and has it parsed and handled when its turn comes: what waits is bytes. */
  queued?: true;
  /** Where anyone may call: a guard of its own knows its callers, before the body is read. */
  ownCallers?: true;
  /** The places that a call takes where these are not those of its verb: `lists` or `changes`. */
  place?: 'lists' | 'audits' | 'exports' | 'rendering' | 'public';
  /** Accepts `Content-Encoding: gzip`; the limit applies to the decompressed size. */
  gzip?: true;
}

/** A file that is kept on disk while it is handled. */
export interface FileUpload {
  /** The most bytes that it may have. */
  bytes: number;
  /** The class of the fields beside it, which the handler takes as its body. */
  fields: Type;
  /** For the documentation: which files. */
  description: string;
  /** So many files at most, in the field `files`; absent: one, in the field `file`. */
  files?: number;
}

/** The result of a handler that creates a record or finds an existing one. */
export interface CreatedOrFound<T> {
  body: T;
  /** The path of a created record: the response is 201 with `Location`; undefined: 200. */
  location: string | undefined;
}

const RESOURCE = Symbol('resource');
const MODULE = Symbol('module');
const ACCESS = Symbol('access');
const SCOPE = Symbol('scope');
const PRODUCT_SCOPED = Symbol('product-scoped');
const SESSION_ONLY = Symbol('session-only');
const ENDPOINT = Symbol('endpoint');

/**
 * What the endpoints of a controller are about: `issues`. Its name and that of the handler are the operation's id in
 * the document, `issues_list`, and what generated clients call: `issues.list`. Several controllers may share one.
 */
export const Resource = (name: string) => SetMetadata(RESOURCE, name);

/** The name given by `Resource`. */
export const resourceOf = (controller: object): string | undefined =>
  Reflect.getMetadata(RESOURCE, controller) as string | undefined;

/** The module that gates every endpoint of a controller. */
export const RequireModule = (module: string) => SetMetadata(MODULE, module);

/** Sessions only: API keys are refused at this endpoint, or at every one of a controller. */
export const SessionOnly = () => SetMetadata(SESSION_ONLY, true);

/** The access level of an endpoint, applied by `Endpoint`. */
const RequireAccess = (access: AccessLevel) => SetMetadata(ACCESS, access);

/** The scope that a key needs if it does not follow from the verb (GET: `read`, otherwise `write`). */
export const ApiScope = (scope: Scope) => SetMetadata(SCOPE, scope);

/** Where a request names its product if the path has no `:productSlug`. */
export const ProductScoped = (where: 'body') => SetMetadata(PRODUCT_SCOPED, where);

/**
 * Declares an endpoint: who may call it and what it answers. The guards, the OpenAPI document and the start-up check
 * all read this declaration, so they cannot disagree. Stands below the verb or above it.
 */
export function Endpoint(options: EndpointOptions): MethodDecorator {
  return applyDecorators(SetMetadata(ENDPOINT, options), RequireAccess(options.access), HttpCode(successOf(options)));
}

/** The status of an endpoint's answer where it is no refusal. */
export function successOf({ redirects, created, accepted, returns, produces }: EndpointOptions): number {
  if (redirects) return 302;
  if (created) return 201;
  if (accepted) return 202;
  return returns || produces ? 200 : 204;
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
  const { organization, withoutFactor, whileSuspended, refusedAs, freshProof } = endpointOf(handler) ?? {};
  const reads = Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.GET;
  return {
    access,
    scope: (Reflect.getMetadata(SCOPE, handler) as Scope | undefined) ?? (reads ? 'read' : 'write'),
    module: Reflect.getMetadata(MODULE, handler) ?? Reflect.getMetadata(MODULE, controller),
    organization: path.includes(':orgId') ? 'path' : organization,
    changes: !reads,
    whileSuspended,
    withoutFactor,
    refusedAs,
    freshProof,
    namesProduct:
      (Reflect.getMetadata(PRODUCT_SCOPED, handler) as 'body' | undefined) ??
      (path.includes(':productSlug') ? 'path' : undefined),
    sessionOnly: [controller, handler].some((target) => Reflect.getMetadata(SESSION_ONLY, target) === true),
    isIdentity: pathOf(controller).startsWith('api/auth'),
  };
}

const pathOf = (target: object): string => String(Reflect.getMetadata(PATH_METADATA, target) ?? '');
