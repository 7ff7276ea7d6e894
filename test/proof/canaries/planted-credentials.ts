const jwt = (name: string) =>
  ['{"alg":"HS256"}', `{"sub":"${name}"}`, name].map((part) => Buffer.from(part).toString('base64url')).join('.');

/** Texts that must not be shown, by where they are planted. Each is unique. */
const canary = (location: string) => `canary-${location}-4711-90210`;

/** One that looks random, where only such a value is a credential. */
const random = (location: string) => `canary-4aB7kQ9z2X-${location}`;

/** Credentials in recorded requests, answers and calls. */
export const RECORDED = {
  authorization: canary('authorization'),
  basic: Buffer.from(`ada:${canary('basic')}`).toString('base64'),
  proxy: canary('proxy'),
  cookie: canary('cookie'),
  secondCookie: canary('second-cookie'),
  apiKey: canary('api-key'),
  csrfHeader: canary('csrf-header'),
  securityToken: canary('security-token'),
  setCookie: canary('set-cookie'),
  authToken: canary('auth-token'),
  queryToken: canary('query-token'),
  queryKey: canary('query-key'),
  password: canary('password'),
  clientSecret: canary('client-secret'),
  refreshToken: canary('refresh-token'),
  nestedSecret: canary('nested-secret'),
  jsonInJson: canary('json-in-json'),
  accessToken: canary('access-token'),
  idToken: jwt('canary-id-token'),
  sessionId: canary('session-id'),
  privateKey: canary('private-key'),
  formPassword: canary('form-password'),
  formToken: canary('form-token'),
  xmlPassword: canary('xml-password'),
  xmlAttribute: canary('xml-attribute'),
  subscription: canary('subscription'),
  functions: canary('functions'),
  dpop: canary('dpop'),
  bearer: canary('bearer'),
  graphql: canary('graphql'),
  sqlInsert: canary('sql-insert'),
  sqlList: canary('sql-list'),
  sqlDouble: canary('sql-double'),
  sqlDollars: canary('sql-dollars'),
  codeOfQuery: random('code-of-query'),
  codeOfClient: random('code-of-client'),
  reset: random('reset'),
  callPassword: canary('call-password'),
  callToken: canary('call-token'),
} as const;

/** Credentials in replayed answers. */
export const REPLAYED = {
  setCookie: canary('replayed-set-cookie'),
  accessToken: canary('replayed-access-token'),
  clientSecret: canary('replayed-client-secret'),
  nestedPassword: canary('replayed-nested-password'),
  xmlPassword: canary('replayed-xml-password'),
} as const;

/** Values of `replay.headers.set`. */
export const SETTINGS = {
  authorization: canary('settings-authorization'),
  'x-api-key': canary('settings-api-key'),
  cookie: canary('settings-cookie'),
} as const;

/** Parts of a typed login request. */
export const LOGIN = {
  query: canary('login-query'),
  header: canary('login-header'),
  password: canary('login-password'),
} as const;

/** Parts of the addresses of channels, and their secrets. */
export const CHANNELS = {
  alphaUrl: canary('alpha-url'),
  alphaSecret: canary('alpha-secret'),
  betaUrl: canary('beta-url'),
  betaSecret: canary('beta-secret'),
  hookUrl: canary('hook-url'),
  hookSecret: canary('hook-secret'),
  deadUrl: canary('dead-url'),
  deadSecret: canary('dead-secret'),
} as const;

/** Credentials of the service itself. */
export const OWN = {
  modelKey: canary('model-key'),
  githubSecret: canary('github-secret'),
  googleSecret: canary('google-secret'),
} as const;

/** Number of credentials that the service makes itself, and that are searched too: keys and tokens of logins. */
export const MADE = 4;
