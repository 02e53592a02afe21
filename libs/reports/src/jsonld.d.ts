// The package has no types of its own; this is the part that is used here.
declare module 'jsonld' {
  interface RemoteDocument {
    contextUrl: null;
    documentUrl: string;
    document: unknown;
  }
  interface Options {
    documentLoader: (url: string) => Promise<RemoteDocument>;
    /** Refuses what would be lost, such as a term that the context does not have. */
    safe?: true;
  }
  const jsonld: {
    expand(document: unknown, options: Options): Promise<unknown>;
    flatten(document: unknown, context: null, options: Options): Promise<unknown>;
  };
  export default jsonld;
}
