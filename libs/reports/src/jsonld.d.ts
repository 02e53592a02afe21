// The package has no types of its own; this is the part that is used here.
declare module 'jsonld' {
  interface RemoteDocument {
    contextUrl: null;
    documentUrl: string;
    document: unknown;
  }
  const jsonld: {
    flatten(
      document: unknown,
      context: null,
      options: { documentLoader: (url: string) => Promise<RemoteDocument> },
    ): Promise<unknown>;
  };
  export default jsonld;
}
