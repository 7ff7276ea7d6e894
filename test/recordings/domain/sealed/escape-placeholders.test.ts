import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { SEALED } from '../../../../functions/platform/values/sealed-text.ts';
import { bodyOf } from '../../../../functions/recordings/domain/content-encoding.ts';
import type { CasePayload, RecordedRequest } from '../../../../functions/recordings/domain/recorded-case.ts';
import { openText } from '../../../../functions/recordings/domain/sealed/open-request.ts';
import { sealPayload } from '../../../../functions/recordings/domain/sealed/seal-payload.ts';
import { testSealer } from '../../../support/test-sealer.ts';
import { answered, asRecorded, FORM_TYPE, GET, JSON_TYPE, sealed, sent } from './sealed-request.ts';

const stolen = testSealer.seal('t', 'canary');
const encoded = (text: string, unit: (code: number) => string) =>
  Array.from(text, (character) => unit(character.charCodeAt(0))).join('');
const hex = (code: number) => code.toString(16);

/** A placeholder of another case in every writing that something decodes. */
const WRITINGS: Record<string, string> = {
  'as it is': stolen,
  'cut off': stolen.slice(0, 30),
  'after the sign of an encoded value': `%${stolen}`,
  'after two signs': `%%${stolen}`,
  'twice in a row': stolen + stolen,
  'percent-encoded': encoded(stolen, (code) => `%${hex(code)}`),
  'percent-encoded in its dots': stolen.replaceAll('.', '%2E'),
  'percent-encoded twice': stolen.replaceAll('.', '%252e'),
  'escaped as JSON': encoded(stolen, (code) => `\\u00${hex(code)}`),
  'escaped as JSON in JSON': stolen.replace('s', '\\\\u0073'),
  'as decimal entities': encoded(stolen, (code) => `&#${code};`),
  'as a hexadecimal entity': stolen.replace('s', '&#X0073;'),
  'with a named entity': stolen.replaceAll('.', '&period;'),
};

/** What a reader of each kind makes of a text. */
const decodings = (text: string): string[] => {
  const all = [text];
  for (const decode of [
    (one: string) => decodeURIComponent(one.replaceAll(/%(?![0-9a-f]{2})/gi, '%25')),
    (one: string) => one.replaceAll(/\\+u([0-9a-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    (one: string) =>
      one
        .replaceAll(/&#x([0-9a-f]+);?/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
        .replaceAll(/&#(\d+);?/g, (_, code) => String.fromCharCode(Number(code)))
        .replaceAll('&period;', '.'),
  ])
    all.push(decode(text), decode(decode(text)));
  return all;
};
const opensTo = (text: string) => decodings(text).map((one) => openText(one, testSealer));

describe.for(Object.entries(WRITINGS))('a placeholder that comes from outside, %s', ([, text]) => {
  const sides: Record<string, Partial<RecordedRequest>> = {
    'a path': { path: `/${text}/a?q=${text}&token=${text}` },
    'a header': {
      headers: [
        ['x-note', `a ${text}`],
        ['authorization', `Bearer ${text}`],
      ],
    },
    'a cookie': { headers: [['cookie', `sid=${text}; a=${text}`]] },
    JSON: { headers: [JSON_TYPE], body: `{"note":"${text}","password":"${text}"}` },
    'a form': { headers: [FORM_TYPE], body: `note=${text}&password=${text}` },
    XML: { headers: [['content-type', 'text/xml']], body: `<a x="${text}"><password>${text}</password>${text}</a>` },
    'a multipart form': {
      headers: [['content-type', 'multipart/form-data; boundary=form-parts-4711']],
      body: `--form-parts-4711\r\ncontent-disposition: form-data; name="password"\r\n\r\n${text}\r\n--form-parts-4711--`,
    },
    bytes: {
      headers: [['content-type', 'application/octet-stream']],
      ...bodyOf(Buffer.concat([Buffer.of(0x89, 0xff), Buffer.from(text)])),
    },
  };

  test.for(Object.entries(sides))('is sent in %s of a request as it was recorded', ([, side]) => {
    for (const mode of ['seal', 'keep'] as const)
      expect(sent(sealed(side, mode))).toEqual(asRecorded({ ...GET, ...side }));
  });

  test('is sent decoded in a body under a content-encoding', () => {
    const body = gzipSync(`{"note":"${text}"}`).toString('base64');
    const side = { headers: [JSON_TYPE, ['content-encoding', 'gzip']] as [string, string][], body };
    const request = sent(sealed({ ...side, bodyEncoding: 'base64' }));
    const isDecoded = !request.headers.some(([name]) => name === 'content-encoding');
    expect(isDecoded ? request.body?.toString() : `{"note":"${text}"}`).toBe(`{"note":"${text}"}`);
  });

  test('stays closed in an answer', () => {
    const { headers, body } = answered(`{"id":"${text}","token":"${text}","in":"${text}"}`, [
      JSON_TYPE,
      ['location', `/a/${text}`],
      ['set-cookie', `sid=${text}; Path=/`],
    ]);
    for (const one of [body, ...headers.map(([, value]) => value)]) expect(opensTo(one).join()).not.toContain('canary');
  });

  test('stays closed in a call', () => {
    const json = `{"note":"${text}","password":"${text}","sql":"SELECT '${text}'"}`;
    const call = { kind: 'http' as const, target: text, operation: text, request: json, response: json };
    const payload: CasePayload = { request: GET, response: null, calls: [{ ...call, error: text, durationMs: 1 }] };
    const { calls } = sealPayload(payload, { redact: [], credentials: 'seal' }, testSealer);
    for (const { target, operation, request, response, error } of calls)
      for (const one of [target, operation, request, response, error ?? ''])
        expect(opensTo(one).join()).not.toContain('canary');
  });
});

test.for(['sealed', 'sealed.v2.AAAA', 'unsealed', 'sealed v1', '%7Bsealed%7D', 'signed, sealed, delivered.'])(
  'seal treats %s as text',
  (text) => {
    expect(sealed({ path: `/a?q=${text}` }).path).toBe(`/a?q=${text}`);
    expect(text.match(SEALED)).toBeNull();
  },
);
