/** The folder for the databases of a test run: in memory where there is room. */
export declare const folderInMemory: () => string;
