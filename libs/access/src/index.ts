export * from './policy.js';
export { asksWhoCalls, REFUSALS, refusalsOf, requireAdmission } from './refusal.js';
export {
  ApiScope,
  Endpoint,
  type EndpointOptions,
  endpointOf,
  ForPeople,
  type MadeOrFound,
  policyOf,
  ProductScoped,
  RequireModule,
} from './endpoint.js';
export { auditRoutes, inputClasses, listRoutes, type Route } from './routes.js';
export * from './current.js';
