/**
 * Names of tokens that stand for a login, and of keys that a response issues; tokens of forms, pages and devices do
 * not.
 */
const TOKENS =
  /^(?:(?:access|refresh|id|auth|session|bearer|login|user|api)?tokens?|jwt|sid|sessionid|authorization|secret|apikey)$/;
/** The same for headers. */
const TOKEN_HEADERS =
  /^(?:x)?(?:access|auth|session|user|id|refresh)token$|^x?sessionid$|^(?:x)?token$|^x[a-z0-9]+(?:access|auth|session)token$/;

/** Names of parameters that sign a URL. */
const SIGNATURES = /^(?:xamz|xgoog)?sig(?:nature)?$/;

const MAX_NAME_LENGTH = 64;

const plain = (name: string): string =>
  name.length > MAX_NAME_LENGTH ? '' : name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Whether a member, form field or query parameter of this name carries a token that stands for a login. */
export const isTokenName = (name: string): boolean => TOKENS.test(plain(name));

/** Whether a query parameter of this name carries the signature of a URL, which one response has issued. */
export const isSignatureName = (name: string): boolean => SIGNATURES.test(plain(name));

/** Whether a header of this name does; `authorization` and API keys are not among them. */
export const isTokenHeader = (name: string): boolean => TOKEN_HEADERS.test(plain(name));
