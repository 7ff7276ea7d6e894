import { describe, expect, test } from 'vitest';
import { exchangeFilter, TAKE_EVERYTHING } from '../../../../functions/recordings/domain/filter/exchange-filter.ts';
import type { FilteredExchange } from '../../../../functions/recordings/domain/filter/filtered-exchange.ts';
import { hostOf, mediaTypeOf } from '../../../../functions/recordings/domain/filter/filtered-exchange.ts';

const exchange = (change: Partial<FilteredExchange>): FilteredExchange => ({
  host: 'shop.test',
  method: 'GET',
  path: '/orders/1',
  headers: [],
  responseType: 'application/json',
  resourceType: null,
  ...change,
});
const judged = (change: Partial<FilteredExchange>) =>
  exchangeFilter({ ...TAKE_EVERYTHING, keep: [] }).ofRequest(exchange(change));
const dest = (value: string) => ({ headers: [['Sec-Fetch-Dest', value] as [string, string]] });

describe('the rules by which an import leaves out requests', () => {
  test.for<[rule: string | null, what: string, change: Partial<FilteredExchange>]>([
    [null, 'a request of JSON', {}],
    [null, 'a page', { ...dest('document'), responseType: 'text/html' }],
    [null, 'a request by script', { ...dest('empty') }],
    [null, 'a document to download', { path: '/reports/7.pdf', responseType: 'application/pdf' }],
    [null, 'bytes', { path: '/export', responseType: 'application/octet-stream' }],
    [null, 'no response', { responseType: null }],

    ['preflight', 'of a browser', { method: 'OPTIONS', headers: [['Access-Control-Request-Method', 'PUT']] }],
    ['preflight', 'by its archive', { method: 'OPTIONS', resourceType: 'preflight' }],
    [null, 'OPTIONS that an application answers', { method: 'OPTIONS' }],
    [null, 'the header on another method', { headers: [['access-control-request-method', 'PUT']] }],

    ['grpc', 'a call', { method: 'POST', headers: [['Content-Type', 'application/grpc']], responseType: null }],
    ['grpc', 'by its answer', { method: 'POST', responseType: 'application/grpc+proto' }],
    [null, 'gRPC-Web', { method: 'POST', headers: [['content-type', 'application/grpc-web+proto']] }],

    ['streaming', 'events', { responseType: 'text/event-stream' }],
    ['streaming', 'events without an answer', { responseType: null, headers: [['Accept', 'text/event-stream']] }],
    ['streaming', 'events by the archive', { responseType: null, resourceType: 'eventsource' }],
    ['streaming', 'a playlist', { path: '/live.m3u8', responseType: 'application/vnd.apple.mpegurl' }],
    ['streaming', 'a WebSocket', { headers: [['Upgrade', 'websocket']] }],
    [null, 'JSON, although events were accepted', { headers: [['accept', 'application/json, text/event-stream']] }],
    [null, 'another upgrade', { headers: [['upgrade', 'h2c']] }],

    ['analytics', 'a service', { host: 'www.google-analytics.com', path: '/g/collect' }],
    ['analytics', 'with a port', { host: 'google-analytics.com:8443' }],
    ['analytics', 'a path of a host', { host: 'www.facebook.com', path: '/tr?id=1' }],
    ['analytics', 'through the own host', { path: '/g/collect?v=2' }],
    ['analytics', 'a ping', { method: 'POST', resourceType: 'ping' }],
    ['analytics', 'a report of a browser', { method: 'POST', headers: [['content-type', 'application/csp-report']] }],
    [null, 'a host that ends alike', { host: 'notgoogle-analytics.com' }],
    [null, 'another path of that host', { host: 'www.facebook.com', path: '/me' }],
    [null, 'an endpoint for analytics', { path: '/analytics/sales' }],

    ['static', 'a script by its purpose', { ...dest('script') }],
    ['static', 'an image by the archive', { resourceType: 'image', responseType: null }],
    ['static', 'by its type', { path: '/theme', responseType: 'text/css' }],
    ['static', 'by the family of its type', { path: '/avatar/7', responseType: 'image/png' }],
    ['static', 'a vector image', { path: '/a.svg', responseType: 'image/svg+xml' }],
    ['static', 'by its name, unchanged', { path: '/app.JS?v=3', responseType: null }],
    ['static', 'by its name, answered by a page', { path: '/gone.png', responseType: 'text/html' }],
    ['static', 'HEAD', { method: 'HEAD', path: '/a.woff2', responseType: null }],
    [null, 'data under such a name', { path: '/users/ann.js', responseType: 'application/problem+json' }],
    [null, 'a dot in another segment', { path: '/v1.js/orders', responseType: null }],
    [null, 'an upload of an image', { method: 'POST', path: '/avatar.png', responseType: 'image/png' }],
    [null, 'a name in the query', { path: '/orders?file=a.png', responseType: null }],
  ])('give %s for %s', ([rule, , change]) => {
    expect(judged(change)).toBe(rule);
  });

  test('do not apply if they are kept', () => {
    const { ofRequest } = exchangeFilter({ ...TAKE_EVERYTHING, keep: ['static'] });
    expect(ofRequest(exchange({ path: '/a.js', responseType: 'text/javascript' }))).toBe(null);
    expect(ofRequest(exchange({ responseType: 'text/event-stream' }))).toBe('streaming');
  });
});

describe('the input of the rules', () => {
  test.for<[string | undefined, string | null]>([
    ['Shop.Test', 'shop.test'],
    ['shop.test:80', 'shop.test'],
    ['shop.test:8080', 'shop.test:8080'],
    ['[::1]:3000', '[::1]:3000'],
    ['münchen.test', 'xn--mnchen-3ya.test'],
    [undefined, null],
    ['', null],
    ['shop.test/x', null],
    ['ann@shop.test', null],
    ['a b', null],
    ['a'.repeat(256), null],
  ])('has, for the host %s, %s', ([text, host]) => {
    expect(hostOf(text)).toBe(host);
  });

  test.for<[string | null, string | null]>([
    ['Application/JSON; charset=utf-8', 'application/json'],
    [' text/html ', 'text/html'],
    [';', null],
    ['', null],
    [null, null],
  ])('has, for the type %s, %s', ([text, type]) => {
    expect(mediaTypeOf(text)).toBe(type);
  });
});
