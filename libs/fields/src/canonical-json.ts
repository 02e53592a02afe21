import canonicalize from 'canonicalize';

/** JSON that is the same text for the same value, whatever the order of its keys (RFC 8785). */
// Its types are those of a module that it is not.
export const canonicalJson = canonicalize as unknown as (value: object) => string;
