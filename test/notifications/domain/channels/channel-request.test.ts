import { describe, expect, test } from 'vitest';
import type { Channel } from '../../../../functions/notifications/domain/channels/channel.ts';
import {
  CHANNEL_LIMITS,
  parseChannelChange,
  parseNewChannel,
} from '../../../../functions/notifications/domain/channels/channel-request.ts';

const URL = 'https://hook.test/a';
const EXISTING: Channel = {
  id: 'c1',
  name: 'n',
  type: 'webhook',
  urlMasked: 'https://hook.test/***',
  secretConfigured: false,
  appIds: [],
  onlyOnFailure: false,
  enabled: true,
  createdAt: 0,
  updatedAt: 0,
  addressKey: 'r',
};

const created = (body: Record<string, unknown>) => parseNewChannel({ type: 'webhook', url: URL, ...body });
const updated = (body: Record<string, unknown>, existing: Channel | undefined = EXISTING) =>
  parseChannelChange({ id: 'c1', ...body }, existing);
const codeOf = (result: { ok: boolean; code?: string }) => (result.ok ? null : result.code);

describe('a new channel (spec 2.7, 4.4, 7.3)', () => {
  test('has the defaults of interface 2.7', () => {
    expect(created({})).toEqual({
      ok: true,
      value: {
        type: 'webhook',
        url: URL,
        name: 'webhook',
        secret: '',
        appIds: [],
        onlyOnFailure: false,
        enabled: true,
      },
    });
  });

  test.for(['cloudevents', 'slack', 'teams'])('accepts the format %s for a webhook', (format) => {
    expect(created({ format })).toMatchObject({ value: { type: 'webhook', format } });
  });

  test('refuses a format for a bot, and an unknown one for a webhook', () => {
    expect(created({ type: 'alpha_bot', format: 'slack' })).toMatchObject({
      code: 'INVALID_CHANNEL',
      message: 'format is only for channels of type webhook',
    });
    expect(created({ format: 'irc' })).toMatchObject({
      code: 'INVALID_CHANNEL',
      message: 'format must be cloudevents, slack, teams',
    });
  });

  test('treats null as missing, and ignores unknown members', () => {
    const nothing = { name: null, secret: null, appIds: null, onlyOnFailure: null, enabled: null, id: null };
    expect(created({ ...nothing, addressKey: 'x', urlMasked: 5 })).toEqual(created({}));
  });

  test('accepts every member, and counts an application named twice once', () => {
    const fields = { name: '发布群', secret: 's', onlyOnFailure: true, enabled: false };
    expect(created({ ...fields, url: ` ${URL} `, appIds: ['a', 'b', 'a'] })).toMatchObject({
      value: { ...fields, url: URL, appIds: ['a', 'b'] },
    });
  });

  test.for<[string, Record<string, unknown>]>([
    ['MISSING_TYPE', {}],
    ['MISSING_TYPE', { type: null, url: 'ftp://x' }],
    ['MISSING_TYPE', { type: ' ', url: URL }],
    ['UNKNOWN_TYPE', { type: 'gamma_bot' }],
    ['UNKNOWN_TYPE', { type: 'Webhook', url: URL }],
    ['UNKNOWN_TYPE', { type: 'constructor', url: URL }],
    ['MISSING_URL', { type: 'webhook' }],
    ['MISSING_URL', { type: 'webhook', url: null, enabled: 5 }],
    ['MISSING_URL', { type: 'webhook', url: '  ' }],
    ['UNSUPPORTED_SCHEME', { type: 'webhook', url: 'ftp://x', enabled: 5 }],
    ['UNSUPPORTED_SCHEME', { type: 'webhook', url: 'https://user:pass@x' }],
    ['INVALID_CHANNEL', { type: 'webhook', url: URL, enabled: 5 }],
    ['INVALID_CHANNEL', { type: 5, url: URL }],
  ])('is refused with %s: %o', ([code, body]) => {
    expect(codeOf(parseNewChannel(body))).toBe(code);
  });
});

describe('INVALID_CHANNEL (interface 2.7)', () => {
  test.for<[string, unknown]>([
    ['url', 5],
    ['url', ['https://h']],
    ['url', 'http://'],
    ['url', 'http://h:65536'],
    ['url', 'https://h/a\r\nX-Planted: 1'],
    ['url', `https://h/a\0`],
    ['url', `${URL}\n`],
    ['url', `https://h/${'x'.repeat(CHANNEL_LIMITS.url - 9)}`],
    ['secret', 5],
    ['secret', 'planted\r\nX-Planted: 1'],
    ['secret', 'planted\n'],
    ['secret', 'planted\0'],
    ['secret', 'planted\x7f'],
    ['secret', ' planted'],
    ['secret', 'planted\t'],
    ['secret', ' '],
    ['secret', '密钥'],
    ['secret', 'schlüssel'],
    ['secret', 'x'.repeat(CHANNEL_LIMITS.secret + 1)],
    ['name', 5],
    ['name', ''],
    ['name', '\ud800'],
    ['name', 'x'.repeat(CHANNEL_LIMITS.name + 1)],
    ['appIds', 'shop'],
    ['appIds', {}],
    ['appIds', [5]],
    ['appIds', [null]],
    ['appIds', ['']],
    ['appIds', ['\udc00']],
    ['appIds', ['shop', '.']],
    ['appIds', ['..']],
    ['appIds', ['é'.repeat(CHANNEL_LIMITS.appId / 2 + 1)]],
    ['appIds', Array.from({ length: CHANNEL_LIMITS.appIds + 1 }, (_, at) => `app-${at}`)],
    ['onlyOnFailure', 'true'],
    ['enabled', 1],
  ])('names the member %s and never its value %j', ([member, value]) => {
    for (const result of [created({ [member]: value }), updated({ [member]: value })]) {
      expect(result).toMatchObject({
        ok: false,
        code: 'INVALID_CHANNEL',
        message: expect.stringMatching(`^${member} `),
      });
      expect(JSON.stringify(result)).not.toContain('lanted');
    }
  });

  test.for<[string, unknown]>([
    ['url', `https://h/${'x'.repeat(CHANNEL_LIMITS.url - 10)}`],
    ['secret', 'two words\tand ~all!"#'],
    ['secret', 'x'.repeat(CHANNEL_LIMITS.secret)],
    ['name', 'x'.repeat(CHANNEL_LIMITS.name)],
    ['appIds', []],
    ['appIds', ['...', '.a']],
    ['appIds', ['é'.repeat(CHANNEL_LIMITS.appId / 2)]],
    ['appIds', Array.from({ length: CHANNEL_LIMITS.appIds }, (_, at) => `app-${at}`)],
    ['onlyOnFailure', false],
    ['enabled', false],
  ])('is not the answer for a valid %s: %j', ([member, value]) => {
    expect(created({ [member]: value })).toMatchObject({ ok: true, value: { [member]: value } });
  });
});

describe('an update (spec 4.4, 7.3)', () => {
  test('has the sent members only: null keeps a member, and an empty secret is sent', () => {
    expect(updated({})).toEqual({ ok: true, value: {} });
    expect(updated({ name: 'new', url: null, secret: null, type: null, enabled: null })).toEqual({
      ok: true,
      value: { name: 'new' },
    });
    expect(updated({ secret: '', enabled: false, appIds: [] })).toEqual({
      ok: true,
      value: { secret: '', enabled: false, appIds: [] },
    });
  });

  test.for<[string | null, Record<string, unknown>]>([
    [null, { type: 'webhook' }],
    [null, { type: 'beta_bot', url: URL }],
    ['MISSING_URL', { type: 'beta_bot' }],
    ['MISSING_URL', { type: 'beta_bot', url: null, enabled: 5 }],
    ['MISSING_URL', { url: '' }],
    ['MISSING_TYPE', { type: '' }],
    ['UNKNOWN_TYPE', { type: 'gamma_bot' }],
    ['UNSUPPORTED_SCHEME', { type: 'beta_bot', url: 'ftp://x' }],
  ])('needs a url for another type: %s for %o', ([code, body]) => {
    expect(codeOf(updated(body))).toBe(code);
  });

  test.for<[string, Record<string, unknown>]>([
    ['NOT_FOUND', {}],
    ['NOT_FOUND', { type: 'beta_bot' }],
    ['NOT_FOUND', { enabled: 5 }],
    ['UNKNOWN_TYPE', { type: 'gamma_bot' }],
    ['UNSUPPORTED_SCHEME', { url: 'ftp://x' }],
    ['INVALID_CHANNEL', { id: 5 }],
  ])('is refused for a channel that does not exist: %s for %o', ([code, body]) => {
    expect(codeOf(parseChannelChange({ id: 'gone', ...body }, undefined))).toBe(code);
  });
});
