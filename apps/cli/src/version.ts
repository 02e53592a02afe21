declare const CURBCUT_VERSION: string | undefined;

/** The version of the package, which the bundler puts in. */
export const VERSION = typeof CURBCUT_VERSION === 'string' ? CURBCUT_VERSION : '0.0.0';
