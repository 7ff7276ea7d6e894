import { expect, test } from 'vitest';
import { sameHeader } from '../../../../functions/compare/domain/headers/same-header.ts';
import { testSealer } from '../../../support/test-sealer.ts';

const sealed = (text: string) => testSealer.seal('t', text);

test.for<[same: boolean, name: string, recorded: string, replayed: string]>([
  [true, 'content-type', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"'],
  [true, 'content-type', 'application/json', 'application/json; charset=utf-8'],
  [true, 'content-type', 'multipart/mixed; boundary=a1', 'multipart/mixed; boundary=b2'],
  [false, 'content-type', 'text/html; charset=utf-8', 'text/html; charset=gbk'],
  [false, 'content-type', 'application/json', 'application/problem+json'],
  [true, 'allow', 'GET, HEAD', 'head,GET'],
  [false, 'allow', 'GET, HEAD', 'GET, HEAD, PUT'],
  [true, 'access-control-allow-headers', 'X-A, X-B', 'x-b, x-a'],
  [true, 'access-control-allow-origin', 'https://shop.test', 'http://127.0.0.1:8080'],
  [false, 'access-control-allow-origin', 'https://shop.test', '*'],
  [true, 'cache-control', 'max-age=60, public', 'Public, max-age=60'],
  [true, 'cache-control', 'max-age=3541', 'max-age=3540'],
  [true, 'cache-control', 's-maxage=61', 's-maxage=7200'],
  [false, 'cache-control', 'max-age=3600', 'max-age=60'],
  [false, 'cache-control', 'max-age=59', 'max-age=0'],
  [false, 'cache-control', 'no-store', 'public'],
  [false, 'cache-control', 'no-store', 'no-store, private'],
  [true, 'location', '/login?state=k3J9xQ2mZ8vT&next=/a', '/login?state=p7R4wN1cY6bL&next=/a'],
  [true, 'location', '/f?expires=1790000000', '/f?expires=1790003600'],
  [true, 'location', `/reset/${sealed('one')}`, `/reset/${sealed('two')}`],
  [false, 'location', '/login?next=/a', '/login?next=/b'],
  [false, 'location', '/orders/17', '/orders/18'],
  [false, 'location', '/f/3d7b2c1e-4f5a-4b6c-8d9e-0f1a2b3c4d5e', '/f/7e1c9a2b-1d2e-4f3a-9b8c-6d5e4f3a2b1c'],
  [true, 'link', '<?c=k3J9xQ2mZ8vT>; rel=next', '<?c=p7R4wN1cY6bL>; rel=next'],
  [false, 'link', '<?c=1>; rel=next', '<?c=1>; rel=prev'],
  [false, 'x-total-count', '17', '18'],
])('sameHeader is %j for %s: %s and %s', ([same, name, recorded, replayed]) => {
  expect(sameHeader(name, recorded, replayed)).toBe(same);
});
