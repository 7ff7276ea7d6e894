import { describe, expect, test } from 'vitest';
import {
  addressKeyOf,
  isPlainHttp,
  maskedUrl,
} from '../../../../functions/notifications/domain/channels/channel-address.ts';

describe('urlMasked (interface 2.7)', () => {
  test.for<[string, string]>([
    ['https://oapi.dingtalk.com/robot/send?access_token=0c5f780b', 'https://oapi.dingtalk.com/***780b'],
    ['http://10.0.0.5:9000/hook', 'http://10.0.0.5:9000/***'],
    ['http://10.0.0.5:9000', 'http://10.0.0.5:9000/***'],
    ['https://h.test/123456789012345', 'https://h.test/***2345'],
    ['https://h.test/12345678901234', 'https://h.test/***'],
    ['https://h.test/a?234567890123', 'https://h.test/***'],
    ['https://h.test/a?2345678901234', 'https://h.test/***1234'],
    ['https://h.test?23456789012345', 'https://h.test/***2345'],
    ['https://h.test/a#345678901234567890', 'https://h.test/***'],
    ['HTTPS://H.test:443/123456789012345', 'https://h.test/***2345'],
    ['http://[::1]:80/', 'http://[::1]/***'],
  ])('masks %s as %s', ([url, masked]) => {
    expect(maskedUrl(url)).toBe(masked);
  });
});

describe('addressKeyOf (facts: delivery 3.2)', () => {
  const SEND = 'https://oapi.dingtalk.com/robot/send?access_token=abc';

  test.for([
    'https://oapi.dingtalk.com/robot/send?access_token=abc&timestamp=1&sign=x',
    'https://oapi.dingtalk.com/robot/send?lang=zh&access_token=abc',
    'https://OAPI.dingtalk.com:443/robot/./send?access_token=abc#top',
    'https://oapi.dingtalk.com./robot/send?access_token=abc',
    'http://oapi.dingtalk.com/robot/send?access_token=abc',
    'https://oapi.dingtalk.com/robot/send?access_token=%61bc',
  ])('returns the same key for %s', (url) => {
    expect(addressKeyOf('beta_bot', url)).toBe(addressKeyOf('beta_bot', SEND));
  });

  test.for([
    'https://oapi.dingtalk.com/robot/send?access_token=abd',
    'https://oapi.dingtalk.com/robot/send',
    'https://oapi.dingtalk.com/robot/send2?access_token=abc',
    'https://api.dingtalk.com/robot/send?access_token=abc',
    'https://oapi.dingtalk.com:8443/robot/send?access_token=abc',
  ])('returns another key for %s', (url) => {
    expect(addressKeyOf('beta_bot', url)).not.toBe(addressKeyOf('beta_bot', SEND));
  });

  test('uses the whole address of a webhook except the fragment', () => {
    const key = addressKeyOf('webhook', 'https://h.test/hook?a=1');
    expect(addressKeyOf('webhook', 'https://H.test:443/hook?a=1#x')).toBe(key);
    expect(addressKeyOf('webhook', 'https://h.test/hook?a=2')).not.toBe(key);
    expect(addressKeyOf('webhook', 'http://h.test/hook?a=1')).not.toBe(key);
  });

  test('reveals nothing of the address', () => {
    expect(addressKeyOf('beta_bot', SEND)).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('isPlainHttp (spec 7.3 UNSUPPORTED_SCHEME)', () => {
  test.for<[boolean, string]>([
    [true, 'http://h'],
    [true, 'HTTPS://h/p?q=a@b#c@d'],
    [true, 'http://h/@'],
    [false, 'ftp://h'],
    [false, 'file:///etc/passwd'],
    [false, 'gopher://h'],
    [false, 'javascript:alert(1)'],
    [false, 'http:h'],
    [false, 'http:/h'],
    [false, '//h'],
    [false, 'h'],
    [false, 'xhttp://h'],
    [false, 'http://user:pass@h'],
    [false, 'http://user@h'],
    [false, 'http://:pass@h'],
    [false, 'http://@h'],
    [false, 'http:///user@h'],
    [true, 'http://a\\@h@i'],
  ])('returns %s for %s', ([plain, url]) => {
    expect(isPlainHttp(url)).toBe(plain);
  });
});
