import type { RecordedRequest } from '../recorded-case.ts';
import { REDACTED } from '../redact-json.ts';

/** Last segments of paths that log in; they end in what a framework may add, such as `.php`. */
const LOGIN = /(?:log|sign)[-_.]?(?:in|on)(?![a-z])|^authenticate$|^(?:auth|oauth2?|sessions?|tokens?)$/i;
/** Last segments of paths whose request cannot be sent again, or logs no one in. */
const OTHER = /sign[-_.]?up|regist|refresh|renew|reset|forgot|recover|verif|^(?:join|users?|accounts?|customers?)$/i;
const PASSWORD = /passw(?:or)?d|passphrase|passcode|^pass$|^pwd$|^pin$|secret/i;
/** What is entered again, or changed, belongs to a registration or a change of the password. */
const SECOND = /confirm|repeat|again|retype|new|old|current/i;
/** What an application accepts only once. */
const ONCE = /csrf|xsrf|captcha|^t?otp$|authenticity_?token|verification_?token|^nonce$/i;

const MAX_BODY = 64 * 1024;

/**
 * Whether a request logs in and can be sent again: a password or a path says so, and nothing in it is valid only once
 * or was removed. `isAnonymous`: it was sent without a credential.
 */
export function isLogin({ method, path, headers, body, bodyEncoding }: RecordedRequest, isAnonymous: boolean): boolean {
  const last = (path.split('?', 1)[0] ?? '').split('/').filter(Boolean).at(-1) ?? '';
  if (!/^(?:POST|PUT)$/.test(method) || OTHER.test(last) || headers.some(([name]) => ONCE.test(name))) return false;
  const text = body ?? '';
  if (bodyEncoding !== 'utf8' || text.length > MAX_BODY || /authorization_code/.test(text)) return false;
  const basic = headers.find(([name, value]) => /^authorization$/i.test(name) && /^\s*basic\s/i.test(value));
  if (`${text}${basic?.[1] ?? ''}`.includes(REDACTED)) return false;
  const names = fieldNames(text);
  if (names.some((name) => ONCE.test(name) || (PASSWORD.test(name) && SECOND.test(name)))) return false;
  return basic !== undefined || names.some((name) => PASSWORD.test(name)) || (isAnonymous && LOGIN.test(last));
}

/** Names of the members of JSON, of the fields of a form, or of the parts of a multipart form. */
function fieldNames(text: string): string[] {
  if (/^\uFEFF?\s*[[{]/.test(text))
    return [...text.matchAll(/"([^"\\]{1,64})"\s{0,20}:/g)].map(([, name = '']) => name);
  if (text.startsWith('--')) return [...text.matchAll(/\bname="([^"\r\n]{1,64})"/g)].map(([, name = '']) => name);
  return [...new URLSearchParams(text).keys()];
}
