/** Returns a function that tests whether a path matches one of these patterns with `:name` variables. */
export function pathMatcher(patterns: readonly string[]): (path: string) => boolean {
  const expressions = patterns.map((pattern) => {
    const escaped = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+');
    return new RegExp(`^${escaped}/?$`, 'i');
  });
  return (path) => expressions.some((expression) => expression.test(path));
}
