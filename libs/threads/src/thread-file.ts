/** The file of a thread that stands beside the module that starts it, whose `import.meta.url` is given. */
export const threadFile = (name: string, beside: string): URL => new URL(`./${name}.thread.js`, beside);
