/** One request of the noisy account; `body` is an index into the bodies of its load. */
interface NoisyRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: number;
}

/** The worst of one kind that one operation allows. */
export interface Load {
  /** `findings_list: search` */
  name: string;
  /** The operation of the document; undefined: no operation (connections). */
  operation?: string;
  requests: NoisyRequest[];
  /** In each text, `{{once}}` stands for what no other request has. */
  bodies: (string | Buffer)[];
  /** Connections at once. */
  callers: number;
  /** This many idle connections in place of requests. */
  idle?: number;
  before?: () => Promise<void>;
  after?: () => Promise<void>;
}

/** As many as brought the service down when each of them held a connection to the database. */
export const CALLERS = 20;

/** A load of requests without bodies. */
export const reading = (operation: string, kind: string, paths: string[], token: string | undefined): Load => ({
  name: `${operation}: ${kind}`,
  operation,
  requests: paths.map((path) => ({
    method: 'GET',
    path,
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
  })),
  bodies: [],
  callers: CALLERS,
});

/** A load of requests with JSON bodies, each sent to each path by turns. */
export const writing = (
  operation: string,
  kind: string,
  method: string,
  targets: readonly { path: string; token: string; body: unknown }[],
): Load => {
  const bodies = [...new Set(targets.map(({ body }) => JSON.stringify(body)))];
  return {
    name: `${operation}: ${kind}`,
    operation,
    requests: targets.map(({ path, token, body }) => ({
      method,
      path,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: bodies.indexOf(JSON.stringify(body)),
    })),
    bodies,
    callers: CALLERS,
  };
};
