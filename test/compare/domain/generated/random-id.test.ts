import { describe, expect, test } from 'vitest';
import { randomIdForm } from '../../../../functions/compare/domain/generated/random-id.ts';

const V4 = ['0f0e8a3c-5d1b-4c2a-9f3e-1a2b3c4d5e6f', '7c9e6679-7425-40de-944b-e07fc1f90ae7'] as const;
const V1 = 'c232ab00-9414-11ec-b3c8-9f6bdeced846';
const V7 = ['019aa2f0-7c3b-7d12-8a4e-5b6c7d8e9f01', '019aa2f1-0001-7abc-9def-0123456789ab'] as const;
const ULIDS = ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01BX5ZZKBKACTAV9WEVGEMMVRZ'] as const;
const HEX32 = ['4bf92f3577b34da6a3ce929d0e0e4736', '0af7651916cd43dd8448eb211c80319c'] as const;
const HEX24 = ['507f1f77bcf86cd799439011', '507f191e810c19729de860ea'] as const;
const HEX16 = ['00f067aa0ba902b7', 'b7ad6b7169203331'] as const;
const NANO = ['V1StGXR8_Z5jdHi6B-myT', 'f0Q9xKp2LmN-7aZ_w3EbR'] as const;
const KSUID = ['0ujtsYcgvSTl8PAuAdqWYSMnLOv', '0ujzPyRiIAffKhBux4PvQdDqMHY'] as const;
const CUID = ['cjld2cjxh0000qzrmn831i7rn', 'cjld2cyuq0000t3rmniod1foy'] as const;

describe('randomIdForm (interface 3.1 c)', () => {
  test.for<[form: string | null, why: string, name: string, recorded: string, replayed: string]>([
    ['UUID version 4', 'any name', 'value', ...V4],
    ['UUID version 7', 'any name', 'value', ...V7],
    ['UUID version 4, upper case', 'upper case', 'value', V4[0].toUpperCase(), V4[1].toUpperCase()],
    ['UUID version 4', 'with a prefix', 'value', `req_${V4[0]}`, `req_${V4[1]}`],
    [null, 'another prefix', 'value', `ord_${V4[0]}`, `req_${V4[1]}`],
    [null, 'the prefix went', 'value', `req_${V4[0]}`, V4[1]],
    [null, 'version 1 and version 4', 'id', V1, V4[0]],
    [null, 'version 4 and version 7', 'id', V4[0], V7[0]],
    [
      null,
      'version 3 is derived from content',
      'id',
      '6fa459ea-ee8a-3ca4-894e-db77e160355e',
      '9125a8dc-52ee-365b-a5aa-81b0b3681cf6',
    ],
    [
      null,
      'version 5 is derived from content',
      'id',
      '886313e1-3b8a-5372-9b90-0c9aee199e5d',
      '74738ff5-5367-5958-9aee-98fffdcd1876',
    ],
    [null, 'another form: without dashes', 'id', V4[0], V4[1].replaceAll('-', '')],
    [null, 'another form: upper case', 'id', V4[0], V4[1].toUpperCase()],
    [null, 'another form: braces', 'id', V4[0], `{${V4[1]}}`],
    [null, 'mixed case', 'id', V4[0].replace('a', 'A'), V4[1].replace('d', 'D')],
    [null, 'the nil UUID', 'id', V4[0], '00000000-0000-0000-0000-000000000000'],
    [null, 'no variant of RFC 9562', 'id', V4[0], '7c9e6679-7425-40de-144b-e07fc1f90ae7'],
    [null, 'it became empty', 'id', V4[0], ''],
    [null, 'it became an error', 'id', V4[0], 'unknown'],
    ['ULID', 'any name', 'value', ...ULIDS],
    ['ULID, lower case', 'lower case', 'value', ULIDS[0].toLowerCase(), ULIDS[1].toLowerCase()],
    [null, 'a ULID of another age', 'value', ULIDS[0], '7ZZZZZZZZZTSV4RRFFQ69G5FAV'],
    [null, 'a ULID became a UUID', 'id', ULIDS[0], V4[0]],
    ['ULID', 'one without digits in its random part', 'value', '01M8H5VF1HDJNKBHGQAEVVGZRX', ULIDS[1]],
    [null, 'a number of 26 digits', 'value', '01234567890123456789012345', '01234567890123456789054321'],
    [null, 'a filler after a time', 'value', '01ARZ3NDEKAAAAAAAAAAAAAAAA', ULIDS[1]],
    ['traceparent', 'of W3C', 'value', `00-${HEX32[0]}-${HEX16[0]}-01`, `00-${HEX32[1]}-${HEX16[1]}-01`],
    [null, 'a traceparent with other flags', 'value', `00-${HEX32[0]}-${HEX16[0]}-01`, `00-${HEX32[1]}-${HEX16[1]}-00`],
    ['128-bit hex id', 'a trace id', 'traceId', ...HEX32],
    ['128-bit hex id', 'snake case', 'trace_id', ...HEX32],
    ['128-bit hex id', 'kebab case', 'x-request-id', ...HEX32],
    ['64-bit hex id', 'a span id', 'spanID', ...HEX16],
    ['96-bit hex id', 'an object id', '_id', ...HEX24],
    [null, 'a digest', 'checksum', ...HEX32],
    [null, 'a digest in an etag', 'etag', ...HEX32],
    [null, 'a name that only ends in the letters', 'paid', ...HEX16],
    ['64-bit hex id', 'one without letters', 'spanId', HEX16[0], '7316509284416093'],
    ['128-bit hex id', 'one without letters', 'traceId', '73165092844160937316509284410926', HEX32[0]],
    [null, 'digits only', 'id', '1234567890123456', '6543210987654321'],
    [null, 'hex of one letter', 'id', 'ffffffffffffffff', HEX16[0]],
    [null, 'another length', 'traceId', HEX32[0], HEX16[0]],
    ['Nano ID', 'named like an id', 'id', ...NANO],
    [null, 'Nano ID in any other field', 'code', ...NANO],
    ['Nano ID', 'one without digits', 'id', NANO[0], 'kQzXGXRs_ZKjdHiBB-myT'],
    [null, 'a Nano ID became words', 'id', NANO[0], 'AnonymousCustomerName'],
    ['KSUID', 'one without digits', 'eventId', KSUID[0], 'aujzPyRiIAffKhBuxxPvQdDqMHY'],
    [null, 'words of 21 letters', 'id', 'winter-sale-2026-gold', 'summer-sale-2026-blue'],
    ['KSUID', 'named like an id', 'eventId', ...KSUID],
    ['CUID', 'named like an id', 'id', ...CUID],
    [null, 'two names', 'name', 'Ada', 'Grace'],
    [null, 'two prices', 'price', '10.00', '12.50'],
    [null, 'two states', 'status', 'PAID', 'CANCELLED'],
    [null, 'two order numbers', 'orderId', 'A-1001', 'A-1002'],
    [null, 'two numbers', 'id', '1001', '1002'],
  ])('is %s: %s', ([form, , name, recorded, replayed]) => {
    expect(randomIdForm(recorded, replayed, name)).toBe(form);
  });
});
