export * from './policy.js';
export { needsCaller, REFUSALS, refusalsOf, requireAdmission } from './refusal.js';
export {
  ApiScope,
  Endpoint,
  type EndpointOptions,
  endpointOf,
  SessionOnly,
  type CreatedOrFound,
  policyOf,
  ProductScoped,
  RequireModule,
  Resource,
} from './endpoint.js';
export { routeFaults, inputClasses, listRoutes, type Route } from './routes.js';
export * from './current.js';
export type { ProductRead, ReadWithProduct } from './product-read.js';
