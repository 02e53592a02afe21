// Named here, since a bundler has no names for the parts of what is written in CommonJS where that is loaded later.
export { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
