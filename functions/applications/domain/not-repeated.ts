type Row = readonly [name: string | RegExp, because: string];

/** Headers that a replay neither repeats from a recording nor takes from a setting. */
const NOT_REPEATED: readonly Row[] = [
  ['connection', 'hop-by-hop (RFC 9110 7.6.1)'],
  ['keep-alive', 'hop-by-hop'],
  ['proxy-connection', 'hop-by-hop, of old clients'],
  ['te', 'hop-by-hop'],
  ['trailer', 'announces trailers, which are not recorded'],
  ['transfer-encoding', 'hop-by-hop: the body goes out in one piece'],
  ['upgrade', 'hop-by-hop: the exchange stays HTTP/1.1'],
  ['http2-settings', 'belongs to an upgrade to HTTP/2'],
  ['proxy-authorization', 'meant for a proxy'],
  ['proxy-authenticate', 'set by a proxy'],
  ['via', 'names proxies of the recording, which a replay does not pass'],
  ['host', 'the target environment determines it'],
  ['content-length', 'computed again'],
  ['expect', 'the body is sent without being asked for'],
  [/^:/, 'HTTP/2 pseudo header: method, path and host are sent anyway'],
  ['traceparent', 'a new one is sent'],
  ['tracestate', 'a new one names the replay and has the recorded members'],
  ['x-amzn-trace-id', 'a second trace would contradict traceparent'],
  [/^(b3|x-b3-(traceid|spanid|parentspanid|sampled|flags))$/, 'a second trace would contradict traceparent'],
  [/^arex-/, 'set again where the AREX agent answers calls'],
  [/^x-replay-(id|plan-id|mock|signature)$/, 'identifies the replay; a recorded value identifies another one'],
];

/** Why a replay does not send a header of this name; null if it does. Upper and lower case are one. */
export function whyNotRepeated(name: string): string | null {
  const lower = name.toLowerCase();
  const [, because] = NOT_REPEATED.find(([row]) => (typeof row === 'string' ? row === lower : row.test(lower))) ?? [];
  return because ?? null;
}
