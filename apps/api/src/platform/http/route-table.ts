/** What a path leads to. */
export interface RouteMatch<T> {
  value: T;
  /** The path as it was added, with `:name` for variables. */
  pattern: string;
  /** Its variables, and what stands in the path for them, not decoded. */
  names: readonly string[];
  values: readonly string[];
}

type Leaf<T> = Omit<RouteMatch<T>, 'values'>;

/** One segment of the paths that begin alike. */
class Branch<T> {
  readonly literals = new Map<string, Branch<T>>();
  variable?: Branch<T>;
  readonly leaves = new Map<string, Leaf<T>>();
}

/**
 * Finds what a verb and a path lead to, as Express reads paths: letters of either case, a slash at the end or none. It
 * takes as long as the path has segments, where Express tries one pattern after the other.
 */
export class RouteTable<T> {
  private readonly root = new Branch<T>();

  /** Adds a path whose segments are words or `:name`. Of several that match alike the first counts. */
  add(verb: string, pattern: string, value: T): void {
    let branch = this.root;
    const segments = segmentsOf(pattern)!;
    for (const segment of segments) branch = childOf(branch, segment);
    const names = segments.filter(isVariable).map((segment) => segment.slice(1));
    if (!branch.leaves.has(verb)) branch.leaves.set(verb, { value, pattern, names });
  }

  /** Undefined if nothing answers this verb at this path. GET also answers HEAD. */
  find(verb: string, path: string): RouteMatch<T> | undefined {
    const values: string[] = [];
    const leaf = search(this.root, segmentsOf(path) ?? NOWHERE, 0, values, ({ leaves }) =>
      verb === 'HEAD' ? (leaves.get('HEAD') ?? leaves.get('GET')) : leaves.get(verb),
    );
    return leaf && { ...leaf, values };
  }

  /** The verbs that this path answers with what `counts`; none if it is unknown. */
  verbsOf(path: string, counts: (value: T) => boolean = () => true): string[] {
    const verbs = new Set<string>();
    search(this.root, segmentsOf(path) ?? NOWHERE, 0, [], ({ leaves }) => {
      for (const [verb, { value }] of leaves) if (counts(value)) verbs.add(verb);
      return undefined;
    });
    return [...verbs];
  }
}

/** No path has an empty segment. */
const NOWHERE = [''];

const isVariable = (segment: string): boolean => segment.startsWith(':');

/** The segments of a path; undefined if it is none, such as the `*` of OPTIONS. */
function segmentsOf(path: string | null): string[] | undefined {
  if (!path?.startsWith('/')) return undefined;
  const end = path.endsWith('/') ? path.length - 1 : path.length;
  return end < 1 ? [] : path.slice(1, end).split('/');
}

function childOf<T>(branch: Branch<T>, segment: string): Branch<T> {
  if (isVariable(segment)) return (branch.variable ??= new Branch());
  const literal = segment.toLowerCase();
  const child = branch.literals.get(literal) ?? new Branch<T>();
  branch.literals.set(literal, child);
  return child;
}

/** The first leaf that `pick` takes, words before variables; `values` are then those of its variables. */
function search<T>(
  branch: Branch<T>,
  segments: readonly string[],
  index: number,
  values: string[],
  pick: (branch: Branch<T>) => Leaf<T> | undefined,
): Leaf<T> | undefined {
  if (index === segments.length) return pick(branch);
  const segment = segments[index]!;
  const literal = branch.literals.get(segment.toLowerCase());
  const match = literal && search(literal, segments, index + 1, values, pick);
  if (match || !branch.variable || segment === '') return match;
  values.push(segment);
  const below = search(branch.variable, segments, index + 1, values, pick);
  if (!below) values.pop();
  return below;
}

/**
 * The variables of a path by their names, decoded.
 * @throws URIError with the status 400
 */
export function paramsOf({ names, values }: Pick<RouteMatch<unknown>, 'names' | 'values'>): Record<string, string> {
  const params = Object.create(null) as Record<string, string>;
  names.forEach((name, index) => (params[name] = decode(values[index]!)));
  return params;
}

/** @throws URIError with the status 400 */
export function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw Object.assign(error as URIError, { status: 400 });
  }
}
