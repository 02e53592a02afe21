export * from './policy.js';
export { REFUSALS, refusal } from './refusal.js';
export {
  ApiScope,
  Endpoint,
  type EndpointOptions,
  endpointOf,
  ForPeople,
  policyOf,
  ProductScoped,
  RequireModule,
} from './endpoint.js';
export { auditRoutes, listRoutes, type Route } from './routes.js';
export * from './current.js';
