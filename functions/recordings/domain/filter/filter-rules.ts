import { headerOf } from '../../../platform/values/http-tokens.ts';
import { ANALYTICS_ADDRESSES, ANALYTICS_PATHS } from './analytics-addresses.ts';
import { pathnameOf } from './exchange-pattern.ts';
import { type FilteredExchange, mediaTypeOf, purposeOf } from './filtered-exchange.ts';

/** A kind of exchange that is left out unless it is kept by name. */
interface FilterRule {
  rule: 'preflight' | 'grpc' | 'streaming' | 'analytics' | 'static';
  applies(exchange: FilteredExchange): boolean;
}

/** The rules, in the order in which they are tried. */
export const FILTER_RULES: readonly FilterRule[] = [
  { rule: 'preflight', applies: isPreflight },
  { rule: 'grpc', applies: isGrpc },
  { rule: 'streaming', applies: isStreaming },
  { rule: 'analytics', applies: isAnalytics },
  { rule: 'static', applies: isStatic },
];

/** The names of the rules. */
export const RULE_NAMES = FILTER_RULES.map(({ rule }) => rule);
export type RuleName = FilterRule['rule'];

function isPreflight({ method, headers, resourceType }: FilteredExchange): boolean {
  if (method.toUpperCase() !== 'OPTIONS') return false;
  return headerOf(headers, 'access-control-request-method') !== undefined || resourceType === 'preflight';
}

/** gRPC itself needs HTTP/2, which runs do not send; gRPC-Web does not. */
const GRPC = /^application\/grpc(?:\+|$)/;

function isGrpc({ headers, responseType }: FilteredExchange): boolean {
  return [mediaTypeOf(headerOf(headers, 'content-type')), responseType].some((type) => type && GRPC.test(type));
}

const STREAM_TYPES = new Set([
  'application/dash+xml',
  'application/vnd.apple.mpegurl',
  'application/x-mpegurl',
  'multipart/x-mixed-replace',
  'text/event-stream',
]);

function isStreaming({ headers, responseType, resourceType }: FilteredExchange): boolean {
  if (responseType !== null && STREAM_TYPES.has(responseType)) return true;
  if (headerOf(headers, 'upgrade')?.toLowerCase() === 'websocket') return true;
  const accept = mediaTypeOf(headerOf(headers, 'accept'));
  return responseType === null && (resourceType === 'eventsource' || accept === 'text/event-stream');
}

/** Purposes and types of reports that a browser sends by itself, and of pings. */
const BEACON_PURPOSES = new Set(['ping', 'beacon', 'report', 'cspviolationreport', 'csp-violation-report']);
const BEACON_TYPES = new Set(['application/csp-report', 'application/reports+json', 'text/ping']);

function isAnalytics(exchange: FilteredExchange): boolean {
  const { host, path, headers } = exchange;
  if (BEACON_PURPOSES.has(purposeOf(exchange))) return true;
  if (exchange.resourceType === 'ping') return true;
  if (BEACON_TYPES.has(mediaTypeOf(headerOf(headers, 'content-type')) ?? '')) return true;
  return ANALYTICS_PATHS.some((prefix) => path.startsWith(prefix)) || (host !== null && isAnalyticsHost(host, path));
}

const ADDRESSES = ANALYTICS_ADDRESSES.map((address) => {
  const slash = address.indexOf('/');
  return slash === -1
    ? { domain: address, prefix: '/' }
    : { domain: address.slice(0, slash), prefix: address.slice(slash) };
});

function isAnalyticsHost(host: string, path: string): boolean {
  const name = host.replace(/:\d+$/, '');
  return ADDRESSES.some(
    ({ domain, prefix }) => (name === domain || name.endsWith(`.${domain}`)) && path.startsWith(prefix),
  );
}

const STATIC_PURPOSES = new Set(
  `audio audioworklet font image manifest media paintworklet script serviceworker sharedworker style stylesheet texttrack
  track video worker xslt`.split(/\s+/),
);
const STATIC_FAMILIES = ['image/', 'font/', 'audio/', 'video/', 'application/font-', 'application/x-font-'];
const STATIC_TYPES = new Set(
  `application/ecmascript application/javascript application/manifest+json application/vnd.ms-fontobject application/wasm
  application/x-javascript text/css text/ecmascript text/javascript`.split(/\s+/),
);
const STATIC_ENDINGS = new Set(
  `avif bmp cjs css eot gif ico jpeg jpg js m4a m4v map mjs mov mp3 mp4 ogg ogv otf png svg ttf wasm wav webm webmanifest
  webp woff woff2`.split(/\s+/),
);

function isStatic(exchange: FilteredExchange): boolean {
  const { method, path, responseType } = exchange;
  if (!/^(?:GET|HEAD)$/i.test(method)) return false;
  if (STATIC_PURPOSES.has(purposeOf(exchange))) return true;
  if (responseType !== null && STATIC_TYPES.has(responseType)) return true;
  if (responseType !== null && STATIC_FAMILIES.some((family) => responseType.startsWith(family))) return true;
  return !isData(responseType) && STATIC_ENDINGS.has(endingOf(pathnameOf(path)));
}

/** A response of data is the application's own, however its path ends. */
const isData = (type: string | null) => type !== null && /(?:json|xml)$/.test(type);

/** What follows the last dot of the last segment, in lower case; empty if there is none. */
function endingOf(pathname: string): string {
  const segment = pathname.slice(pathname.lastIndexOf('/') + 1);
  const dot = segment.lastIndexOf('.');
  return dot === -1 ? '' : segment.slice(dot + 1).toLowerCase();
}
