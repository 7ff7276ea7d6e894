import { dump } from 'js-yaml';

const ZONE = '+05:30';
/** A time of the test set, in seconds after its beginning, as Keploy writes it. */
const at = (seconds: number) => {
  const whole = new Date(Date.UTC(2026, 0, 1, 10) + 5.5 * 3_600_000 + Math.floor(seconds) * 1000).toISOString();
  return `${whole.slice(0, 19)}.${String(Math.round((seconds % 1) * 1e9)).padStart(9, '0')}${ZONE}`;
};

const document = (kind: string, name: string, spec: object) => ({ version: 'api.keploy.io/v1beta1', kind, name, spec });

/** A test of one request, which takes a second from a time on. */
export const testDocument = (
  from: number,
  { req = {}, resp = {}, ...spec }: { req?: object; resp?: object; [member: string]: unknown } = {},
) =>
  document('Http', 'test-1', {
    metadata: {},
    req: {
      method: 'GET',
      proto_major: 1,
      proto_minor: 1,
      url: 'http://shop.test:8000/orders/1?full=1',
      header: { Accept: '*/*', Host: 'shop.test:8000' },
      body: '',
      timestamp: at(from),
      ...req,
    },
    resp: {
      status_code: 200,
      header: { 'Content-Type': 'application/json', 'Content-Length': '8' },
      body: '{"id":1}',
      status_message: 'OK',
      timestamp: at(from + 1),
      ...resp,
    },
    objects: [],
    assertions: { noise: {} },
    created: 1,
    ...spec,
  });

/** A mock that was recorded at a time; versions spell its times in two ways. */
export const mockDocument = (kind: string, seconds: number, spec: object, isLowerCase = false) =>
  document(kind, 'mock-0', {
    metadata: { operation: 'x' },
    ...spec,
    ...(isLowerCase
      ? { reqtimestampmock: at(seconds), restimestampmock: at(seconds + 0.25) }
      : { reqTimestampMock: at(seconds), resTimestampMock: at(seconds + 0.25) }),
  });

export const yamlOf = (...documents: object[]) => documents.map((one) => dump(one)).join('---\n');
