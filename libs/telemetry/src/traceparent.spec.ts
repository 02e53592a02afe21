import { readTraceparent } from './traceparent.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

test.each([
  [`00-${TRACE}-${SPAN}-01`, 1],
  [`00-${TRACE}-${SPAN}-00`, 0],
  // The second bit says that the number of the trace is random.
  [`00-${TRACE}-${SPAN}-03`, 1],
  [`42-${TRACE}-${SPAN}-01-of-a-later-version`, 1],
])('%s names the span of a caller', (header, traceFlags) => {
  expect(readTraceparent(header)).toEqual({ traceId: TRACE, spanId: SPAN, traceFlags, isRemote: true });
});

test.each([
  undefined,
  '',
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-01-more`,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
])('%s names none', (header) => {
  expect(readTraceparent(header)).toBeUndefined();
});
