import type { Header } from '../../../platform/outbound/outbound.ts';
import { decodedValue } from './encoded-value.ts';
import { withVersionOf } from './request-entities.ts';
import { areTimes, modifiedEntity, timeEntity } from './times/issued-times.ts';
import { sentEntity } from './value-entity.ts';
import { isCreation, isUrl, type PairFacts, urlPairs, type ValuePair } from './value-pair.ts';

/** Headers that issue nothing which a client sends again. */
const SKIPPED =
  /^(?:date|server|content-(?!location).*|connection|keep-alive|transfer-encoding|vary|cache-control|expires|age|via|x-powered-by|x-runtime|x-response-time|server-timing|x-ratelimit-.*|ratelimit.*|retry-after|strict-transport-security|access-control-.*|x-request-id|x-trace-id|traceparent|tracestate|report-to|nel|alt-svc)$/i;

/** The pairs in the headers of two responses: redirects, ETags, links, cookies by their names, and tokens. */
export function headerPairs(recorded: readonly Header[], replayed: readonly Header[], facts: PairFacts): ValuePair[] {
  const pairs: ValuePair[] = [];
  const others = new Map(replayed.map(([name, value]) => [name.toLowerCase(), value]));
  const hasCookies = others.has('set-cookie');
  for (const [given, value] of recorded) {
    const name = given.toLowerCase();
    const other = others.get(name);
    if (other === undefined || other === value || SKIPPED.test(name) || name === 'set-cookie') continue;
    if (name === 'last-modified') {
      pairs.push({ recorded: value, replayed: other, entity: modifiedEntity(facts.path), location: name });
      continue;
    }
    if (name === 'link') pairs.push(...linkPairs(value, other));
    else if (name === 'etag') {
      const entity = withVersionOf('version', facts.path);
      pairs.push({ recorded: tagOf(value), replayed: tagOf(other), entity, location: name, isCarrier: true });
    } else if (isUrl(value) && isUrl(other)) {
      pairs.push(...urlPairs(value, other, name, name === 'location' && isCreation(facts)));
    } else {
      const named = sentEntity({ field: name, parent: '', collection: '' });
      const entity = areTimes(value, other) ? timeEntity(named, value) : withVersionOf(named, facts.path);
      pairs.push({ recorded: value.trim(), replayed: other.trim(), entity, location: name });
    }
  }
  return hasCookies ? [...pairs, ...cookiePairs(recorded, replayed)] : pairs;
}

const tagOf = (value: string) =>
  value
    .trim()
    .replace(/^W\//, '')
    .replace(/^"(.*)"$/, '$1');

/** Targets of links of the same relation (RFC 8288). */
function linkPairs(recorded: string, replayed: string): ValuePair[] {
  const links = (value: string) =>
    new Map(Array.from(value.matchAll(/<([^>]*)>([^<]*)/g), ([, url = '', rest = '']) => [relOf(rest), url]));
  const others = links(replayed);
  return [...links(recorded)].flatMap(([rel, url]) => {
    const other = others.get(rel);
    return other === undefined || other === url ? [] : urlPairs(url, other, `link ${rel}`, false);
  });
}

const relOf = (rest: string) => /\brel="?([^";,]+)/i.exec(rest)?.[1] ?? '';

function cookiePairs(recorded: readonly Header[], replayed: readonly Header[]): ValuePair[] {
  const others = cookiesOf(replayed);
  return [...cookiesOf(recorded)].flatMap(([name, value]) => {
    const other = others.get(name);
    if (other === undefined || other === value || value === '' || other === '') return [];
    const entity = `cookie:${name}`;
    return [
      { recorded: value, replayed: other, entity, location: `set-cookie ${name}`, isCarrier: true, isCookie: true },
    ];
  });
}

/** The values that Set-Cookie headers assign, decoded as in requests. */
function cookiesOf(headers: readonly Header[]): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const [header, line] of headers) {
    if (header.toLowerCase() !== 'set-cookie') continue;
    const [, name, value] = /^\s*([^=;\s]+)\s*=\s*"?([^;"]*)/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) cookies.set(name, decodedValue(value.trim(), false));
  }
  return cookies;
}
