type Headers = Readonly<Record<string, string>>;

/** Headers that must change nothing, or be refused, whatever the operation. */
const ODD: readonly Headers[] = [
  { Authorization: 'Bearer' },
  { Authorization: 'Bearer a b' },
  { Authorization: `Bearer ${'x'.repeat(4_000)}` },
  { Authorization: 'Basic YTpi' },
  { Authorization: 'Bearer svc_00000000000000000000000000000000000000000000000000' },
  { 'X-API-Key': '' },
  { 'X-API-Key': '\u00ff\u00fe' },
  { Cookie: 'better-auth.session_token=%00%ff; __proto__=1; =; ;;' },
  { Cookie: `a=${'b'.repeat(5_000)}` },
  { 'X-HTTP-Method-Override': 'DELETE' },
  {
    'X-Forwarded-For': "127.0.0.1, ' OR 1=1",
    'X-Forwarded-Proto': 'javascript',
    'X-Forwarded-Host': 'elsewhere.example',
  },
  { Host: 'elsewhere.example' },
  { Accept: 'application/xml;q=0' },
  { 'Accept-Encoding': 'identity;q=0, *;q=0' },
  { 'Accept-Language': '*;q=NaN, de-\u00ff' },
  { 'Last-Event-ID': '-1' },
  { 'Idempotency-Key': '\u00ff' },
  { Range: 'bytes=5-1,0-,-9999999999999999999' },
  { Origin: 'null' },
  { Prefer: 'respond-async, return=minimal' },
  { 'User-Agent': '\u00ff'.repeat(2_000) },
  { 'X-Request-Id': '\t<script>' },
  { traceparent: '00-00000000000000000000000000000000-0000000000000000-ff' },
];

/**
 * Conditions of a request: on any revision, on one that is over, on one that was never, and on nothing that can be
 * read.
 */
const CONDITIONS: readonly Headers[] = [
  { 'If-Match': '*' },
  { 'If-Match': '"0.00"' },
  { 'If-Match': '"1.00"' },
  { 'If-Match': 'W/"1.00", "2147483648"' },
  { 'If-Match': '"9007199254740993.00", "-1"' },
  { 'If-Match': '' },
  { 'If-Match': '"0.\u00ff", W/, "' },
  { 'If-Match': `"${'9'.repeat(5_000)}"` },
  { 'If-None-Match': '*' },
  { 'If-None-Match': '"1.00", W/"0-"' },
  { 'If-None-Match': '"\u00ff' },
  { 'If-Match': '"0.00"', 'If-None-Match': '*' },
  { 'If-Modified-Since': 'now' },
  { 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  { 'If-Range': '"1.00"', Range: 'bytes=0-0' },
];

export const ODD_HEADERS: readonly Headers[] = [...ODD, ...CONDITIONS];

/**
 * All of them; or the conditions where the operation is `guarded` by them, and of the rest a quarter, another for each
 * `turn`.
 */
export const oddHeaders = (guarded: boolean, all: boolean, turn: number): readonly Headers[] =>
  all
    ? ODD_HEADERS
    : [...ODD.filter((_, i) => (i + turn) % 4 === 0), ...CONDITIONS.filter((_, i) => guarded || (i + turn) % 4 === 0)];
