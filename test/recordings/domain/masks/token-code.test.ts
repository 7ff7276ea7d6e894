import { expect, test } from 'vitest';
import { plainMask } from '../../../../functions/recordings/domain/masks/mask.ts';
import { maskText } from '../../../../functions/recordings/domain/masks/mask-text.ts';

test.for<[string, string, string]>([
  [
    'the code of a request for a token',
    '{"grant_type":"authorization_code","code":"SplxlOBeZQQYbYS6WxSbIA"}',
    '{"grant_type":"authorization_code","code":"***"}',
  ],
  [
    'the code of a client, in JSON in a string',
    JSON.stringify({ b: JSON.stringify({ code: 'SplxlOBeZQQYbYS6WxSbIA', clientId: 'a' }) }),
    JSON.stringify({ b: JSON.stringify({ code: '***', clientId: 'a' }) }),
  ],
  ['no code of a status', '{"grant_type":"x","code":"INVALID_GRANT_2"}', '{"grant_type":"x","code":"INVALID_GRANT_2"}'],
  ['no code without a client', '{"id":1,"code":"SplxlOBeZQQYbYS6WxSbIA"}', '{"id":1,"code":"SplxlOBeZQQYbYS6WxSbIA"}'],
  ['no number', '{"client_id":"a","code":404}', '{"client_id":"a","code":404}'],
])('maskText masks %s', ([, text, expected]) => {
  expect(maskText(text, plainMask)).toBe(expected);
});
