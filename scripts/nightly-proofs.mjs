/** The proofs that judge holds of 50 ms, and work beside work: they need a machine that does nothing else. */
export const NIGHTLY_PROOFS = 'proof/(event-loop|neighbours)';
