/** The path, where it is absolute: of a machine or a container on which the repository lay elsewhere. */
export const strangePath = (path: string): string[] => (/^(\/|[a-z]:\/)/i.test(path) ? [path] : []);

/**
 * The folder that the repository was in where these paths were written: the nearest one to the top without which all of
 * them are files here; undefined where there is none.
 */
export function rootThere(paths: readonly string[], isHere: (path: string) => boolean): string | undefined {
  const segments = paths[0]!.split('/');
  for (let depth = 1; depth < segments.length; depth += 1) {
    const root = `${segments.slice(0, depth).join('/')}/`;
    if (paths.every((path) => path.startsWith(root) && isHere(path.slice(root.length)))) return root;
  }
  return undefined;
}
