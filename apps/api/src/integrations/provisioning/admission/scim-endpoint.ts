import { applyDecorators, createParamDecorator, type ExecutionContext, Header } from '@nestjs/common';
import { requestOf } from '../../../platform/http/call.js';
import { Endpoint, type EndpointOptions } from '../../../platform/http/endpoint.js';
import { Throttled } from '../../../platform/limits/throttled.js';
import { SCIM_TYPE } from '../protocol/scim.js';

/** The most bytes of a body: a group of some ten thousand people. */
const BODY_LIMIT = 2_097_152;

interface ScimEndpointOptions extends Pick<EndpointOptions, 'summary' | 'description' | 'refuses'> {
  /** The answer is 201. */
  created?: true;
  /** The answer has no body. */
  nothing?: true;
}

/** Declares an endpoint of SCIM, at a controller that `ScimGuard` guards. */
export const ScimEndpoint = ({ nothing, refuses, ...options }: ScimEndpointOptions): MethodDecorator =>
  applyDecorators(
    Endpoint({
      ...options,
      access: 'anyone',
      secretPath: false,
      ownCallers: true,
      body: 'scim',
      bodyLimit: BODY_LIMIT,
      ...(nothing ? {} : { produces: SCIM_TYPE }),
      refuses: { 401: ['provisioning_token_refused'], 403: ['organization_suspended'], ...refuses },
    }),
    Throttled('deliveries'),
    ...(nothing ? [] : [Header('Content-Type', SCIM_TYPE)]),
  );

/** The body as it was sent: a resource, or what is to be changed of one. */
export const ScimBody = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => requestOf(context).body as unknown,
);
