import { describe, expect, test } from 'vitest';
import { maskSessionData, sessionStoreOf } from '../../../../functions/recordings/domain/masks/session-stores.ts';
import type { RecordedCall } from '../../../../functions/recordings/domain/recorded-case.ts';
import { openText } from '../../../../functions/recordings/domain/sealed/open-request.ts';
import { sealCall } from '../../../../functions/recordings/domain/sealed/seal-side.ts';
import { sealingOf } from '../../../../functions/recordings/domain/sealed/sealing.ts';
import { testSealer } from '../../../support/test-sealer.ts';

const CANARY = 'user|i:1;cart|s:4:"c4nary 100%";';
const PLAIN = 'c4nary';
const BYTES = 'gASVc4naryAB/A==';

/** A call whose credentials are sealed; `isExact`: as in files, whose values are opened again byte for byte. */
function sealed(request: unknown, response: unknown, isExact = false): RecordedCall {
  const [asked, answered] = [request, response].map((one) => JSON.stringify(one));
  const call = { kind: 'database' as const, target: 'db', operation: 'o', error: null, durationMs: 1 };
  return sealCall({ ...call, request: asked ?? '', response: answered ?? '' }, sealingOf(testSealer, 'seal', isExact));
}

describe('the data of sessions', () => {
  const sql = (text: string, ...parameters: unknown[]) => ({ sql: text, parameters });
  const redis = (command: string, ...args: unknown[]) => ({ command, args });

  test.for<[string, unknown, unknown]>([
    ['PHP, as a literal', sql(`REPLACE INTO sessions (id, data) VALUES ('a', '${CANARY}')`), null],
    ['PHP, compared', sql(`SELECT 1 FROM ci_sessions WHERE data = '${CANARY}'`), null],
    ['PHP, a row', sql("SELECT data FROM php_sessions WHERE id = 'a'"), { rows: [{ data: CANARY }] }],
    ['Symfony', sql('UPDATE sessions SET sess_data = ? WHERE sess_id = ?', CANARY, 'a'), { rowCount: 1 }],
    ['Rails', sql('UPDATE "sessions" SET "data" = $1 WHERE "sessions"."id" = $2', CANARY, 1), { rowCount: 1 }],
    ['Laravel', sql('insert into `sessions` (`payload`, `id`) values (?, ?)', CANARY, 'a'), null],
    ['Laravel, a list', sql('select * from `app`.`sessions`'), { fields: [{ name: 'payload' }], rows: [[CANARY]] }],
    ['Express', sql('INSERT INTO "session" (sess) SELECT $1 ON CONFLICT (sid) DO UPDATE SET sess=$1', CANARY), null],
    ['Express, a row', sql('SELECT sess FROM "session" WHERE sid = $1', 'a'), { rows: [{ sess: { cart: CANARY } }] }],
    ['Spring', sql('UPDATE SPRING_SESSION_ATTRIBUTES SET ATTRIBUTE_BYTES = ? WHERE x = ?', CANARY, 1), null],
    ['Express, a value of Redis', redis('SET', 'sess:a', CANARY, 'EX', '86400'), 'OK'],
    ['Express, read from Redis', redis('GET', 'shop:sess:a'), CANARY],
    ['Django, bytes in Redis', redis('SETEX', ':1:django.contrib.sessions.cachea', '9', { base64: BYTES }), 'OK'],
    ['Spring, a hash of Redis', redis('HGETALL', 'spring:session:sessions:a'), { map: [['cart', CANARY]] }],
    ['PHP, a transaction of Redis', { ...redis('GET', 'PHPREDIS_SESSION:a'), queued: [['SET', 'b', CANARY]] }, null],
    ['a batch', { sql: 'UPDATE sessions SET data = ?', parameters: [[CANARY], [CANARY]] }, null],
    ['MongoDB', { update: 'sessions', updates: [{ q: { _id: 'a' }, u: { $set: { session: CANARY } } }] }, { n: 1 }],
    ['MongoDB, a document', { find: 'sessions', filter: {} }, { cursor: { firstBatch: [{ session: CANARY }] } }],
  ])('is sealed: %s', ([, request, response]) => {
    for (const isExact of [false, true]) {
      const call = sealed(request, response, isExact);
      const texts = [call.request, call.response];
      expect(texts.join()).not.toContain(PLAIN);
      expect(texts.join()).toContain('sealed.v1.');
      for (const text of texts) expect(() => JSON.parse(text)).not.toThrow();
      if (isExact) {
        expect(texts.map((text) => JSON.parse(openText(text, testSealer, 'json')))).toEqual([request, response]);
        continue;
      }
      // What is sealed stays as it is.
      expect(sealCall(call, sealingOf(testSealer, 'seal', false, 'stored'))).toEqual(call);
    }
  });

  test.for<[string, unknown]>([
    ['a table of another name', sql('UPDATE training_sessions SET data = ?', CANARY)],
    ['a longer word', sql('UPDATE sessions_of_parliament SET data = ?', CANARY)],
    ['a column', sql('SELECT sessions FROM rooms WHERE data = ?', CANARY)],
    ['a key of another name', redis('SET', 'obsession:a', CANARY)],
    ['a value of Redis with the word', redis('SET', 'note', `sess:${CANARY}`)],
    ['a collection of another name', { find: 'rooms', filter: { session: CANARY } }],
  ])('is not found in %s', ([, request]) => {
    expect(sessionStoreOf(JSON.stringify(request))).toBeNull();
    expect(sealed(request, null).request).toBe(JSON.stringify(request));
  });

  test('leaves other members, numbers and text that is not JSON', () => {
    const json = '{"sql":"select * from sessions","parameters":[12345678901234567890],"n":1.0,"name":"a","data":null}';
    expect(maskSessionData(json, 'database', () => 'x')).toBe(json);
    expect(maskSessionData('no json', 'database', () => 'x')).toBe('no json');
  });
});
