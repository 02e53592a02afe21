import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Caller, Scope } from './policy.js';
import type { ProductRead } from './product-read.js';

/** The authenticated caller: a person with a session, or an API key that acts with its owner's role. */
export interface Principal extends Caller {
  /** The user id of the person or of the key's owner; null for keys from before keys had owners. */
  userId: string | null;
  name: string;
  key?: NonNullable<Caller['key']> & {
    id: string;
    name: string;
    scopes: readonly Scope[];
    /** Null: never. */
    expiresAt: Date | null;
    /** Null: from anywhere. */
    allowedAddresses: string[] | null;
    /**
     * Of a pass that may report what changes would bring, and not what there is; `number`: for this one of its
     * repository alone.
     */
    proposals: { publisherId: string; number: number | null; repository: string } | null;
  };
  user?: object;
  session?: object;
}

/** The result of admission: the caller and the rows of the path. */
export interface Admission {
  principal?: Principal;
  organization?: object;
  /** The caller's membership, where the organization is not named by the path. */
  membership?: object;
  /** There: a membership that was looked up with the caller, before it is known whether the request is about it. */
  lookedUp?: object;
  product?: object;
  /** What the endpoint reads with the product, and what was found. */
  reads?: ProductRead;
  record?: unknown;
  /** Decides anew if a while has passed; absent where nobody was identified. */
  confirm?: () => Promise<void> | undefined;
}

/** A request that passed the guards. */
export interface AdmittedRequest {
  admission: Admission;
}

/**
 * To be awaited where a request was kept waiting between admission and its handler: whoever was signed out, revoked,
 * removed or demoted meanwhile is refused. It replaces `request.admission`.
 */
export const confirmAdmission = ({ admission }: Partial<AdmittedRequest>): Promise<void> | undefined =>
  admission?.confirm?.();

const current = <T>(pick: (admission: Admission) => unknown) =>
  createParamDecorator((_data: unknown, context: ExecutionContext) => {
    const { admission } = context.switchToHttp().getRequest<AdmittedRequest>();
    return pick(admission) as T;
  });

/** The organization that the call is about (at ingest: the key's); undefined where it is about none. */
export const CurrentOrganization = current(({ organization }) => organization);

/** The caller's membership of that organization, at endpoints that do not name it in their path. */
export const CurrentMembership = current(({ membership }) => membership);

/** The product in the path. */
export const CurrentProduct = current(({ product }) => product);

/** What the endpoint `reads` with the product of the path. */
export const CurrentRecord = current(({ record }) => record);

/** The caller. */
export const CurrentPrincipal = current(({ principal }) => principal);

/** The calling person. */
export const CurrentUser = current(({ principal }) => principal?.user);

/** The session of the calling person. */
export const CurrentSession = current(({ principal }) => principal?.session);
