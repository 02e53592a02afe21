/** Settings with which no request is refused for coming too often. */
export const NO_RATE_LIMITS = {
  RATE_LIMIT_PER_MINUTE: '0',
  ADDRESS_LIMIT_PER_MINUTE: '0',
  SIGN_IN_LIMIT_PER_MINUTE: '0',
  INGEST_LIMIT_PER_MINUTE: '0',
  PUBLISHED_LIMIT_PER_MINUTE: '0',
  AGENT_LIMIT_PER_MINUTE: '0',
};
