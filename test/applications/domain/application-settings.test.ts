import { describe, expect, test } from 'vitest';
import { changedSettings, DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';

describe('settings of an application (interface 10)', () => {
  test('keep the members that a change does not send', () => {
    const first = changedSettings(DEFAULT_SETTINGS, {
      replay: { maxQps: 5, headers: { set: { authorization: 'test' } } },
      redact: [{ header: 'Cookie' }, { path: '..password' }],
      credentials: 'remove',
      personalData: 'seal',
      resendUnsafe: true,
      automaticAnalysis: false,
      compareHeaders: true,
      builtInRules: { 'built-in-date': false, 'built-in-etag': true },
    });
    if (!first.ok) throw new Error(first.message);
    const second = changedSettings(first.value, {
      operationNaming: 'method-path',
      replay: { headers: { remove: ['a'] } },
      redact: null,
      builtInRules: { 'built-in-date': true, 'built-in-age': false },
    });
    expect(second).toEqual({
      ok: true,
      value: {
        operationNaming: 'method-path',
        endpoints: [],
        replay: {
          maxQps: 5,
          concurrency: 10,
          timeoutMs: 30_000,
          headers: { set: { authorization: 'test' }, always: [], remove: ['a'], targets: { authorization: [] } },
          keepSessions: true,
          aliasValues: true,
          order: 'auto',
          pace: 0,
          changingRequests: 'mocks',
          baselineEnv: null,
          latencyLimit: 0,
        },
        redact: [{ header: 'Cookie' }, { path: '..password' }],
        credentials: 'remove',
        personalData: 'seal',
        resendUnsafe: true,
        automaticAnalysis: false,
        compareHeaders: true,
        furtherHeaders: [],
        builtInRules: { 'built-in-date': true, 'built-in-etag': true, 'built-in-age': false },
        login: null,
        credentialsFrom: 'recordings',
        mocks: DEFAULT_SETTINGS.mocks,
        recorder: DEFAULT_SETTINGS.recorder,
        retention: DEFAULT_SETTINGS.retention,
      },
    });
  });

  test.for([0, 1, 60, 100])('let the AREX agent record %i requests a minute', (sampleRate) => {
    const first = changedSettings(DEFAULT_SETTINGS, { recorder: { sampleRate } });
    if (!first.ok) throw new Error(first.message);
    const kept = changedSettings(first.value, { recorder: null, credentials: 'keep' });
    expect(kept).toMatchObject({ ok: true, value: { recorder: { sampleRate } } });
  });

  test.for<[string, unknown]>([
    ['operationNaming', { operationNaming: 'secret' }],
    ['replay.headers.set', { replay: { headers: { set: { 'secret name': 'x' } } } }],
    ['replay.headers.set', { replay: { headers: { set: { secret: 'a\r\nb' } } } }],
    ['replay.headers.set', { replay: { headers: { set: { secret: 'a\u0007b' } } } }],
    ['replay.headers.set', { replay: { headers: { set: { secret: 'a\u007fb' } } } }],
    ['replay.headers.set', { replay: { headers: { set: { secret: 'a\u0100b' } } } }],
    ['replay.headers.set', { replay: { headers: { set: { secret: '李' } } } }],
    ['replay.headers.always', { replay: { headers: { always: ['secret name'] } } }],
    ['replay.headers.always', { replay: { headers: { always: ['a'.repeat(257)] } } }],
    ['replay.headers.always', { replay: { headers: { always: Array.from({ length: 101 }, () => 'secret') } } }],
    ['replay.headers.remove', { replay: { headers: { remove: [1] } } }],
    ['replay.keepSessions', { replay: { keepSessions: 'yes' } }],
    ['replay.changingRequests', { replay: { changingRequests: 'yes' } }],
    ['replay.baselineEnv', { replay: { baselineEnv: 'ftp://secret.example' } }],
    ['replay.baselineEnv', { replay: { baselineEnv: 'http://secret:secret@a.example' } }],
    ['replay.latencyLimit', { replay: { latencyLimit: -1 } }],
    ['replay.latencyLimit', { replay: { latencyLimit: 101 } }],
    ['replay.latencyLimit', { replay: { latencyLimit: '1.2x' } }],
    ['replay.aliasValues', { replay: { aliasValues: 'yes' } }],
    ['redact', { redact: [{ header: 'a', path: 'b' }] }],
    ['redact', { redact: [{}] }],
    ['redact', { redact: 'secret' }],
    ['redact', { redact: [{ header: 'a', seal: 'secret' }] }],
    ['credentials', { credentials: 'secret' }],
    ['resendUnsafe', { resendUnsafe: 'secret' }],
    ['automaticAnalysis', { automaticAnalysis: 'secret' }],
    ['compareHeaders', { compareHeaders: 'secret' }],
    ['builtInRules', { builtInRules: { 'built-in-secret': false } }],
    ['builtInRules', { builtInRules: { 'built-in-date': 'secret' } }],
  ])('refuse an unusable %s by its name', ([field, input]) => {
    expect(changedSettings(DEFAULT_SETTINGS, input)).toEqual({
      ok: false,
      code: 'INVALID_SETTINGS',
      message: `${field} is invalid`,
    });
  });

  test.for([
    ['replay.maxQps', '1 to 20,000', { replay: { maxQps: 0 } }],
    ['replay.maxQps', '1 to 20,000', { replay: { maxQps: 20_001 } }],
    ['replay.maxQps', '1 to 20,000', { replay: { maxQps: 1.5 } }],
    ['replay.concurrency', '1 to 1,000', { replay: { concurrency: 1001 } }],
    ['replay.timeoutMs', '1 to 300,000', { replay: { timeoutMs: 'secret' } }],
    ['recorder.sampleRate', '0 to 100', { recorder: { sampleRate: -1 } }],
    ['recorder.sampleRate', '0 to 100', { recorder: { sampleRate: 101 } }],
    ['recorder.sampleRate', '0 to 100', { recorder: { sampleRate: 0.5 } }],
    ['recorder.sampleRate', '0 to 100', { recorder: { sampleRate: 'secret' } }],
    ['retention.caseHours', '0 to 87,600', { retention: { caseHours: -1 } }],
    ['retention.caseHours', '0 to 87,600', { retention: { caseHours: 87_601 } }],
    ['retention.planDays', '0 to 3,650', { retention: { planDays: 0.5 } }],
    ['retention.planDays', '0 to 3,650', { retention: { planDays: 'secret' } }],
  ] as const)('refuse a number out of range with its range: %s from %s', ([field, range, input]) => {
    expect(changedSettings(DEFAULT_SETTINGS, input)).toEqual({
      ok: false,
      code: 'INVALID_SETTINGS',
      message: `${field} must be a whole number from ${range}`,
    });
  });

  test.for(['$[', "$[?search(@.a,'(a+)+$')]", '$[0:2]', `$.${'a'.repeat(1000)}`])(
    'refuse a path outside the subset by its place: %s',
    (path) => {
      expect(changedSettings(DEFAULT_SETTINGS, { redact: [{ header: 'cookie' }, { path }] })).toEqual({
        ok: false,
        code: 'INVALID_SETTINGS',
        message:
          "redact[1].path must be a JSONPath (RFC 9535) of names, indices, *, .. and [?@.key=='v'], at most 32 steps and 1,000 characters",
      });
    },
  );

  test.for<[string, string, string]>([
    ['{"set":{"Host":"elsewhere"}}', 'set cannot have host', 'the target environment determines it'],
    ['{"set":{"a":"b"},"remove":["host"]}', 'remove cannot have host', 'the target environment determines it'],
    // Replays left them out, without a word.
    ['{"set":{"Connection":"x"}}', 'set cannot have connection', 'hop-by-hop (RFC 9110 7.6.1)'],
    ['{"set":{"TE":"x"}}', 'set cannot have te', 'hop-by-hop'],
    ['{"set":{"content-length":"1"}}', 'set cannot have content-length', 'computed again'],
    ['{"set":{"a":"b","traceparent":"x"}}', 'set cannot have traceparent', 'a new one is sent'],
    ['{"set":{"b3":"x"}}', 'set cannot have b3', 'a second trace would contradict traceparent'],
    [
      '{"set":{"X-Replay-Id":"x"}}',
      'set cannot have x-replay-id',
      'identifies the replay; a recorded value identifies another one',
    ],
    [
      '{"set":{"arex-record-id":"x"}}',
      'set cannot have arex-record-id',
      'set again where the AREX agent answers calls',
    ],
    ['{"set":{"__proto__":"x"}}', 'set cannot have __proto__', 'it cannot be stored'],
    ['{"set":{"constructor":"x"}}', 'set cannot have constructor', 'it cannot be stored'],
    ['{"set":{"prototype":"x"}}', 'set cannot have prototype', 'it cannot be stored'],
  ])('refuse the headers %s with the reason', ([headers, named, because]) => {
    const input = JSON.parse(`{"replay":{"headers":${headers}}}`);
    expect(changedSettings(DEFAULT_SETTINGS, input)).toEqual({
      ok: false,
      code: 'INVALID_SETTINGS',
      message: `replay.headers.${named}: ${because}`,
    });
  });

  test.for(['x-connection', 'x-replay-ids', 'baggage', 'accept-encoding', 'cookie'])('accept the header %s', (name) => {
    expect(changedSettings(DEFAULT_SETTINGS, { replay: { headers: { set: { [name]: 'x' } } } }).ok).toBe(true);
  });

  test('accept the removal of a header that replays do not send, and keep a stored one', () => {
    const headers = { set: { te: 'x' }, always: [], remove: [], targets: {} };
    const stored = { ...DEFAULT_SETTINGS, replay: { ...DEFAULT_SETTINGS.replay, headers } };
    expect(changedSettings(stored, { replay: { headers: { remove: ['traceparent'] } } })).toMatchObject({
      ok: true,
      value: { replay: { headers: { set: { te: 'x' }, remove: ['traceparent'] } } },
    });
  });

  test.for(['a\tb', ' \u00ff', '', '***x'])('accept the header value %j', (value) => {
    expect(changedSettings(DEFAULT_SETTINGS, { replay: { headers: { set: { 'x-a': value } } } }).ok).toBe(true);
  });

  test('refuse a header that is set twice in different cases', () => {
    expect(
      changedSettings(DEFAULT_SETTINGS, { replay: { headers: { set: { 'X-Team': 'a', 'x-team': 'b' } } } }),
    ).toEqual({
      ok: false,
      code: 'INVALID_SETTINGS',
      message: 'replay.headers.set repeats a header: names are case-insensitive',
    });
  });

  describe('the setting replay.headers.always', () => {
    const headersAfter = (current: typeof DEFAULT_SETTINGS, headers: object) => {
      const changed = changedSettings(current, { replay: { headers } });
      if (!changed.ok) throw new Error(changed.message);
      return changed.value;
    };
    const set = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x-${index}`, 'v']));
    const longName = 'a'.repeat(256);

    const unsaved = (settings: object) =>
      Object.fromEntries(Object.keys(settings).map((name) => [name.toLowerCase(), []]));

    test('accepts the names of up to 100 headers of set, in any case', () => {
      const always = Object.keys(set).map((name) => name.toUpperCase());
      expect(headersAfter(DEFAULT_SETTINGS, { set, always }).replay.headers).toEqual({
        set,
        always,
        remove: [],
        targets: unsaved(set),
      });
      const long = { set: { [longName]: 'v' }, always: [longName] };
      expect(headersAfter(DEFAULT_SETTINGS, long).replay.headers).toEqual({
        ...long,
        remove: [],
        targets: unsaved(long.set),
      });
    });

    test('refuses a name that is not in set after the change', () => {
      const refused = {
        ok: false,
        code: 'INVALID_SETTINGS',
        message: 'replay.headers.always names a header that is not in replay.headers.set',
      };
      const stored = headersAfter(DEFAULT_SETTINGS, { set: { 'x-a': '1' } });
      const change = (headers: object) => changedSettings(stored, { replay: { headers } });
      expect(change({ always: ['x-a', 'x-b'] })).toEqual(refused);
      expect(change({ set: {}, always: ['x-a'] })).toEqual(refused);
      expect(change({ always: ['X-A'] }).ok).toBe(true);
      expect(change({ set: { 'x-b': '2' }, always: ['x-b'] }).ok).toBe(true);
    });

    test('loses a header that leaves set', () => {
      const stored = headersAfter(DEFAULT_SETTINGS, { set: { 'x-a': '1', 'x-b': '2' }, always: ['X-A', 'x-b'] });
      expect(headersAfter(stored, { set: { 'x-b': '3' } }).replay.headers.always).toEqual(['x-b']);
      expect(headersAfter(stored, { remove: ['x-c'] }).replay.headers.always).toEqual(['X-A', 'x-b']);
    });
  });

  test.for([1, 20_000])('accept maxQps %i', (maxQps) => {
    expect(changedSettings(DEFAULT_SETTINGS, { replay: { maxQps } }).ok).toBe(true);
  });
});
