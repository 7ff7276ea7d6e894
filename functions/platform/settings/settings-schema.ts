import * as v from 'valibot';
import {
  anyNumber,
  anyOf,
  credential,
  egressEntries,
  hostNames,
  httpUrl,
  issuerUrl,
  mailDomains,
  oneOf,
  ports,
  smtpUrl,
  text,
  wholeNumber,
} from './setting-values.ts';
import { inBothWorlds } from './world-defaults.ts';

/** A setting with its meaning for docs/settings.md, and a description of the default if the schema has none. */
const setting = <const S extends v.GenericSchema>(schema: S, meaning: string, unset?: string) =>
  v.pipe(schema, v.description(meaning), v.metadata({ unset }));

/** Settings that only the standalone service reads (interface 1). */
export const StandaloneSettings = v.object({
  HOST: setting(v.optional(text, '127.0.0.1'), 'where it listens'),
  PORT: setting(wholeNumber(8090, 0, 65_535), 'where it listens; 0 takes a free one'),
  SVC_DATA_DIR: setting(v.optional(text, './data'), 'everything durable lives here'),
  SVC_MAX_CONNECTIONS: setting(
    wholeNumber(4096, 16, 1_000_000),
    'connections that are open at a time; a further one replaces the one that has been idle or half-open for longest',
  ),
  SVC_BODIES_IN_FLIGHT_MIB: setting(
    wholeNumber(64, 8, 65_536),
    'MiB of request bodies that are held at a time; a request beyond it gets 429 with `Retry-After: 1` before its body is read',
  ),
  SVC_BODY_SECONDS: setting(
    wholeNumber(30, 1, 3600),
    'how long a request body may take to arrive; later it gets 408 and the connection is closed',
  ),
  SVC_MASTER_KEY_FILE: setting(
    v.optional(text),
    'the keys that seal channel urls and secrets, see [notifications.md](notifications.md); made at the first start, mode 0600. The service does not start where others may read it or it holds anything else',
    'SVC_DATA_DIR/master.key',
  ),
  SVC_BASIC_AUTH: setting(
    v.optional(v.pipe(v.string(), v.regex(/^[^:]+:.+$/))),
    '`user:password` asked of every request',
  ),
  SVC_SMTP_URL: setting(
    v.optional(smtpUrl),
    'mail server, `smtp://[user:password@]host[:port]` or `smtps://…`; `?requireTLS=true` insists on STARTTLS. Without one mail goes into SVC_DATA_DIR/outbox',
  ),
});

/** Settings that both worlds read, with their defaults (interface 1). */
export const Settings = v.object({
  SVC_REPLAY_OPENAPI: setting(
    anyOf(['true', 'false']),
    'the Open API on (`true`) or off (`false`): then every path under /openapi/v1 answers 404',
    'true on loopback, else off',
  ),
  SVC_OPENAPI_TOKEN: setting(
    v.optional(v.pipe(credential, v.minLength(16))),
    'a token of 16 characters or more that every request to the Open API must carry, as `authorization: Bearer` or `x-api-key`; on AWS the context `openApiToken` makes one, see [operator-runbook.md](operator-runbook.md#open-api-token)',
  ),
  SVC_ALLOWED_HOSTS: setting(
    hostNames,
    'comma list of further names that the service is called by, without port. Besides them it answers to loopback names, to the name of SVC_PUBLIC_URL and to the address that a connection arrives at; any other `Host` gets 421, and a page of any other `Origin` may not call the Open API',
  ),
  SVC_TENANCY: setting(oneOf(['single', 'multi'], 'single'), '`multi` never exposes the Open API'),
  SVC_PUBLIC_URL: setting(v.optional(httpUrl), 'base of reportUrl and of the links in messages', 'http://HOST:PORT'),
  SVC_ADMIN_KEY: setting(
    v.optional(v.pipe(v.string(), v.minLength(16), v.maxLength(1024))),
    'an API key of 16 characters or more with every right',
  ),
  SVC_GUEST_LOGIN: setting(
    anyOf(['on', 'off']),
    '`on`: anybody may read for 15 minutes as a guest, see [login.md](login.md)',
    'on on loopback, else off',
  ),
  SVC_LOGIN_DOMAINS: setting(
    v.optional(mailDomains),
    'who may log in by code or by a provider: comma list of mail domains, `*` for any',
    'any on loopback, else none',
  ),
  SVC_OAUTH_GITHUB_ID: setting(
    v.optional(credential),
    'login by GitHub, see [login.md](login.md#oauth); this and its secret, or neither',
  ),
  SVC_OAUTH_GITHUB_SECRET: setting(v.optional(credential), 'the secret of SVC_OAUTH_GITHUB_ID'),
  SVC_OAUTH_GOOGLE_ID: setting(v.optional(credential), 'login by Google, likewise'),
  SVC_OAUTH_GOOGLE_SECRET: setting(v.optional(credential), 'the secret of SVC_OAUTH_GOOGLE_ID'),
  SVC_OIDC_ISSUER: setting(v.optional(issuerUrl), 'login by an issuer of OpenID Connect, likewise with id and secret'),
  SVC_OIDC_ID: setting(v.optional(credential), 'the id at SVC_OIDC_ISSUER'),
  SVC_OIDC_SECRET: setting(v.optional(credential), 'the secret of SVC_OIDC_ID'),
  SVC_MAIL_FROM: setting(
    v.optional(v.pipe(v.string(), v.rfcEmail())),
    'whom mail is from; on AWS needed with SVC_LOGIN_DOMAINS, and verified in SES',
    'replay-regression@localhost',
  ),
  SVC_SETTLE_SECONDS: setting(
    wholeNumber(180, 0, 86_400),
    'without noise reduction: how long after the end of a replay its findings settle',
  ),
  SVC_NOISE_REDUCTION: setting(
    anyOf(['off', 'rules', 'ai']),
    '`rules`: after a replay its failing requests are sent once more and noisy fields are suggested for ignoring, instead of waiting for SVC_SETTLE_SECONDS; `ai`: the same, and the language model suggests more; `off`: each request is sent once; see [noise-reduction.md](noise-reduction.md)',
    inBothWorlds('noiseReduction'),
  ),
  SVC_ANALYSIS_WAIT_SECONDS: setting(
    wholeNumber(1200, 0, 86_400),
    'longest wait of notifications for the [analysis](analysis.md), from settling',
  ),
  SVC_AI_MODEL: setting(
    v.optional(v.pipe(text, v.maxLength(512))),
    'the language model of [analysis](analysis.md) and `ai` noise reduction: a Bedrock model id, or the name of a model at SVC_AI_BASE_URL',
  ),
  SVC_AI_BASE_URL: setting(
    v.optional(httpUrl),
    'an OpenAI-compatible endpoint, such as `https://host/v1`; without it the model is one of Bedrock',
  ),
  SVC_AI_API_KEY: setting(
    v.optional(credential),
    'key of that endpoint, or a Bedrock API key; in no answer, log line or file',
  ),
  SVC_AI_DAILY_ANALYSES: setting(
    wholeNumber(10, 0, 1_000_000),
    'automatic analyses per tenant and day (UTC), by whichever executor; beyond: QUOTA_EXHAUSTED',
  ),
  SVC_AI_DAILY_NOISE: setting(
    wholeNumber(50, 0, 1_000_000),
    'rounds per tenant and day (UTC) whose noisy fields the model is asked about; beyond: rules alone',
  ),
  SVC_EVAL_POLL_SECONDS: setting(
    anyNumber(1, 60),
    'how long the machine of an evaluation run waits between two looks at its attempt; longer as the attempt lasts, to two and a half minutes',
    inBothWorlds('evaluationPollSeconds'),
  ),
  SVC_CASE_COUNT_LIMIT: setting(
    wholeNumber(1000, 1, 1_000_000),
    'most cases per endpoint; a request may lower it, never raise it',
  ),
  SVC_CASE_RETENTION_HOURS: setting(wholeNumber(96, 1, 87_600), 'rolling cases expire after it; pinned cases never do'),
  SVC_CASE_MAX_MB: setting(
    wholeNumber(0, 0, 100_000_000),
    'most stored megabytes of rolling cases per application, compressed; beyond it the oldest go, pinned cases never do; 0: no limit',
  ),
  SVC_PLAN_RETENTION_DAYS: setting(wholeNumber(90, 1, 3650), 'plans, results and payloads expire together after it'),
  SVC_TRIGGERS_PER_SECOND: setting(
    wholeNumber(20, 1, 100_000),
    'runs that a tenant may start per second (triggers, created plans, reruns), with bursts of twice as many; beyond: 429 with `Retry-After`. Per process: on AWS per instance of a function, besides the limit of the stage',
  ),
  SVC_STORED_MIB_PER_DAY: setting(
    wholeNumber(10_240, 1, 100_000_000),
    'MiB that a tenant may store per day (UTC): recordings, imports, log rows and artifacts, as received; beyond: 429 with `Retry-After` until midnight. A restart may cost up to 16 MiB of the day',
  ),
  SVC_TEST_SENDS_PER_MINUTE: setting(
    wholeNumber(30, 1, 10_000),
    'test sends to channels per minute, and 10 per channel; beyond: RATE_LIMITED with `Retry-After`',
  ),
  SVC_LOG_PIPELINE: setting(
    oneOf(['on', 'off'], 'on'),
    '`off`: no log rows are kept and lookups fail fast, see [logs.md](logs.md)',
  ),
  SVC_LOG_RETENTION_HOURS: setting(
    wholeNumber(168, 1, 87_600),
    'log rows expire after it, and never later than plans do',
  ),
  SVC_EGRESS_MODE: setting(
    anyOf(['aws', 'standalone', 'strict']),
    'where it may connect to, see [egress.md](egress.md)',
    inBothWorlds('egress'),
  ),
  SVC_EGRESS_ALLOW: setting(egressEntries, 'comma list of CIDR, host, host:port that it may connect to besides'),
  SVC_EGRESS_DENY: setting(egressEntries, 'comma list of the same that it never connects to'),
  SVC_EGRESS_DENY_PORTS: setting(
    ports('22,23,25,53,110,143,445,465,587,2375,2379,3306,5432,6379,11211,27017'),
    'ports that are never connected to',
  ),
  SVC_LOG_LEVEL: setting(
    oneOf(['DEBUG', 'INFO', 'WARN', 'ERROR', 'SILENT'], 'INFO'),
    'the least level that is written',
  ),
});

/** Names of resources that the stack passes to its functions. */
export const AwsSettings = v.object({
  SVC_TABLE_NAME: setting(text, 'the DynamoDB table'),
  SVC_BUCKET_NAME: setting(text, 'the S3 bucket of what is large'),
  SVC_QUEUE_URL: setting(text, 'the SQS queue of notifications and mail'),
  SVC_DEAD_LETTER_QUEUE_URL: setting(text, 'the queue of what could not be handled'),
  SVC_REPLAY_STATE_MACHINE_ARN: setting(text, 'the state machine that replays'),
  SVC_RECOMPARE_STATE_MACHINE_ARN: setting(text, 'the state machine that compares again'),
  SVC_ANALYSIS_STATE_MACHINE_ARN: setting(text, 'the state machine that analyses'),
  SVC_EVALUATION_STATE_MACHINE_ARN: setting(text, 'the state machine of evaluation runs'),
  SVC_CHANNEL_KEY_ID: setting(text, 'the KMS key that seals channel urls and secrets'),
});
