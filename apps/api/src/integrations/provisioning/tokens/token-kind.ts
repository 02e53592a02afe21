/** The kind of a provisioning token among what people make. */
export const PROVISIONING_TOKEN = 'provisioning_token';
