import * as v from 'valibot';
import {
  anyNumber,
  anyOf,
  credential,
  egressEntries,
  hostNames,
  httpUrl,
  issuerUrl,
  languageTag,
  mailDomains,
  nonEmptyText,
  oneOf,
  origin,
  originPatterns,
  ports,
  proxyRanges,
  publicUrl,
  smtpUrl,
  wholeNumber,
} from './setting-values.ts';
import { inBothWorlds } from './world-defaults.ts';

/** A setting with its meaning for docs/settings.md, and a description of the default if the schema has none. */
const setting = <const S extends v.GenericSchema>(schema: S, meaning: string, unset?: string) =>
  v.pipe(schema, v.description(meaning), v.metadata({ unset }));

/** Settings that only the standalone service reads (interface 1). */
export const StandaloneSettings = v.object({
  HOST: setting(v.optional(nonEmptyText, '127.0.0.1'), 'address to listen on'),
  PORT: setting(wholeNumber(8090, 0, 65_535), 'port to listen on; 0 takes a free one'),
  SVC_DATA_DIR: setting(v.optional(nonEmptyText, './data'), 'folder of all durable data'),
  SVC_MAX_CONNECTIONS: setting(
    wholeNumber(4096, 16, 1_000_000),
    'maximum open connections; a further one replaces the one that was idle or half-open for the longest time',
  ),
  SVC_BODIES_IN_FLIGHT_MIB: setting(
    wholeNumber(64, 8, 65_536),
    'maximum MiB of request bodies in memory; a request beyond it gets 429 with `Retry-After: 1` before its body is read',
  ),
  SVC_BODY_SECONDS: setting(
    wholeNumber(30, 1, 3600),
    'time limit for receiving a request body; after it, the request gets 408 and the connection is closed',
  ),
  SVC_MASTER_KEY_FILE: setting(
    v.optional(nonEmptyText),
    'the keys that seal channel urls and secrets, see [notifications.md](notifications.md); created at the first start, mode 0600. The service does not start if other users can read the file or if it contains anything else',
    'SVC_DATA_DIR/master.key',
  ),
  SVC_TRUSTED_PROXIES: setting(
    proxyRanges,
    'comma-separated addresses and CIDR ranges of the proxies in front, such as `127.0.0.1`. Only their `X-Forwarded-For` says where a request comes from, for [limits per source](login.md#limits-per-source)',
    'none: the peer of the connection',
  ),
  SVC_BASIC_AUTH: setting(
    v.optional(v.pipe(v.string(), v.regex(/^[^:]+:.+$/))),
    '`user:password` required for every request',
  ),
  SVC_METRICS_TOKEN: setting(
    v.pipe(
      v.optional(v.pipe(credential, v.minLength(16))),
      v.metadata({ values: '16 to 4,096 visible ASCII characters' }),
    ),
    'a token that `GET /metrics` needs, as `authorization: Bearer` or `x-api-key`, see [metrics.md](metrics.md)',
    'no metrics, but for direct requests of this machine on loopback',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    v.optional(httpUrl),
    'collector of traces by OTLP, such as `http://127.0.0.1:4318`, see [traces.md](traces.md). If it is not set, nothing is sent',
  ),
  SVC_SMTP_URL: setting(
    v.optional(smtpUrl),
    'mail server, `smtp://[user:password@]host[:port]` or `smtps://…`; `?requireTLS=true` insists on STARTTLS. Default: mail is written to SVC_DATA_DIR/outbox',
  ),
});

/** Settings that both worlds read, with their defaults (interface 1). */
export const Settings = v.object({
  SVC_REPLAY_OPENAPI: setting(
    anyOf(['true', 'false']),
    'Open API on (`true`) or off (`false`); if off, every path under /openapi/v1 answers 404',
    'true on loopback, else off',
  ),
  SVC_OPENAPI_TOKEN: setting(
    v.pipe(
      v.optional(v.pipe(credential, v.minLength(16))),
      v.metadata({ values: '16 to 4,096 visible ASCII characters' }),
    ),
    'a token that every request to the Open API must carry, as `authorization: Bearer` or `x-api-key`; on AWS the context `openApiToken` creates one, see [operator-runbook.md](operator-runbook.md#open-api-token)',
  ),
  SVC_ALLOWED_HOSTS: setting(
    hostNames,
    'comma-separated additional host names of the service, without port. Loopback names, the name of SVC_PUBLIC_URL and the address of the connection are always accepted. Any other `Host` gets 421, and a page of any other `Origin` may not call the Open API',
  ),
  SVC_TARGETS: setting(
    originPatterns,
    'comma-separated addresses to which runs of every application may send recorded credentials, in addition to the targets of each application: origins, or `https://*.suffix`, see [targets.md](targets.md)',
  ),
  SVC_TENANCY: setting(oneOf(['single', 'multi'], 'single'), '`multi` never exposes the Open API'),
  SVC_PUBLIC_URL: setting(
    v.optional(publicUrl),
    'the address that people open, which every link begins with. It may have a path, such as `https://tools.example/replay`, see [console.md](console.md#behind-a-path). On AWS the default is the domain, or the address of the stage ([deploy-aws.md](deploy-aws.md#addresses))',
    'http://HOST:PORT',
  ),
  SVC_ADMIN_KEY: setting(
    v.pipe(
      v.optional(v.pipe(v.string(), v.minLength(16), v.maxLength(1024))),
      v.metadata({ values: '16 to 1,024 characters' }),
    ),
    'an API key with every right',
  ),
  SVC_GUEST_LOGIN: setting(
    anyOf(['on', 'off']),
    '`on`: anyone may read as a guest for 15 minutes, see [login.md](login.md)',
    'on on loopback for requests of this machine, else off',
  ),
  SVC_LOGIN_DOMAINS: setting(
    v.optional(mailDomains),
    'email domains that may log in by code or provider, comma-separated; `*` for any',
    'any on loopback, else none',
  ),
  SVC_OAUTH_GITHUB_ID: setting(
    v.optional(credential),
    'client id for login by GitHub, see [login.md](login.md#oauth); set it together with its secret',
  ),
  SVC_OAUTH_GITHUB_SECRET: setting(v.optional(credential), 'secret of SVC_OAUTH_GITHUB_ID'),
  SVC_OAUTH_GOOGLE_ID: setting(v.optional(credential), 'client id for login by Google, together with its secret'),
  SVC_OAUTH_GOOGLE_SECRET: setting(v.optional(credential), 'secret of SVC_OAUTH_GOOGLE_ID'),
  SVC_OIDC_ISSUER: setting(v.optional(issuerUrl), 'issuer for login by OpenID Connect, together with id and secret'),
  SVC_OIDC_ID: setting(v.optional(credential), 'client id at SVC_OIDC_ISSUER'),
  SVC_OIDC_SECRET: setting(v.optional(credential), 'secret of SVC_OIDC_ID'),
  SVC_MAIL_FROM: setting(
    v.optional(v.pipe(v.string(), v.rfcEmail())),
    'sender of mail; on AWS required with SVC_LOGIN_DOMAINS and verified in SES',
    'replay-regression@localhost',
  ),
  SVC_SETTLE_SECONDS: setting(
    wholeNumber(180, 0, 86_400),
    'without noise reduction: seconds from the end of a run until its findings settle. With it: failing requests are sent again 2 and 7 seconds after the end of a run if these lie within',
  ),
  SVC_NOISE_REDUCTION: setting(
    anyOf(['off', 'rules', 'ai']),
    '`rules`: the failing requests of a run are sent again, and noisy fields are suggested as ignore rules; findings settle when that has ended. `ai`: as `rules`, and the language model suggests more. `off`: each request is sent once. See [noise-reduction.md](noise-reduction.md)',
    inBothWorlds('noiseReduction'),
  ),
  SVC_ANALYSIS_WAIT_SECONDS: setting(
    wholeNumber(1200, 0, 86_400),
    'maximum wait of notifications for the [analysis](analysis.md) after a run has settled',
  ),
  SVC_AI_MODEL: setting(
    v.optional(v.pipe(nonEmptyText, v.maxLength(512))),
    'the language model of [analysis](analysis.md) and `ai` noise reduction: a Bedrock model id, or the name of a model at SVC_AI_BASE_URL',
  ),
  SVC_AI_BASE_URL: setting(
    v.optional(httpUrl),
    'an OpenAI-compatible endpoint, such as `https://host/v1`; default: the model runs on Bedrock',
  ),
  SVC_AI_API_KEY: setting(
    v.optional(credential),
    'key of that endpoint, or a Bedrock API key; never in a response, log line or file',
  ),
  SVC_AI_LANGUAGE: setting(
    v.optional(languageTag, 'zh-CN'),
    'language of the [analysis](analysis.md), as a BCP 47 tag such as `en` or `zh-CN`. The cards of `alpha_bot` and `beta_bot` are Chinese if it is Chinese, and otherwise English',
  ),
  SVC_AI_DAILY_ANALYSES: setting(
    wholeNumber(10, 0, 1_000_000),
    'maximum automatic analyses per tenant and day (UTC), by any executor; then QUOTA_EXHAUSTED',
  ),
  SVC_AI_DAILY_NOISE: setting(
    wholeNumber(50, 0, 1_000_000),
    'maximum rounds per tenant and day (UTC) with noise reduction by the model; then rules only',
  ),
  SVC_EVAL_POLL_SECONDS: setting(
    anyNumber(1, 60),
    'poll delay for the attempt of an evaluation run; it grows with the duration of the attempt, up to 150 s',
    inBothWorlds('evaluationPollSeconds'),
  ),
  SVC_CASE_COUNT_LIMIT: setting(
    wholeNumber(1000, 1, 1_000_000),
    'maximum cases per endpoint; a request can lower it, never raise it',
  ),
  SVC_MAX_WORKERS: setting(
    wholeNumber(10, 1, 200),
    'maximum workers of a run, each an execution of a function on AWS. A run has one for every 5 of its `concurrency`, and more than 10 only with 50 of its `maxQps` for each. See [deploy-aws.md](deploy-aws.md#large-runs)',
  ),
  SVC_CASE_RETENTION_HOURS: setting(
    wholeNumber(96, 1, 87_600),
    'retention of rolling cases; pinned cases never expire',
  ),
  SVC_CASE_MAX_MB: setting(
    wholeNumber(0, 0, 100_000_000),
    'maximum stored megabytes of rolling cases per application, compressed; the oldest are deleted beyond it, pinned cases never; 0: no limit',
  ),
  SVC_PLAN_RETENTION_DAYS: setting(wholeNumber(90, 1, 3650), 'retention of plans with their results and payloads'),
  SVC_TRIGGERS_PER_SECOND: setting(
    wholeNumber(20, 1, 100_000),
    'maximum runs that a tenant starts per second (triggers, created plans, reruns, schedules), with bursts of twice as many; then 429 with `Retry-After`, and schedules wait for the next look. Counted per process; on AWS per instance of a function, in addition to the limit of the stage',
  ),
  SVC_STORED_MIB_PER_DAY: setting(
    wholeNumber(10_240, 1, 100_000_000),
    'maximum MiB that a tenant stores per day (UTC): recordings, imports, log rows and artifacts, as received, and what runs keep of their triggers; then 429 with `Retry-After` until midnight. A restart can use up 16 MiB of the day',
  ),
  SVC_TEST_SENDS_PER_MINUTE: setting(
    wholeNumber(30, 1, 10_000),
    'maximum test sends to channels per minute, and 10 per channel; then RATE_LIMITED with `Retry-After`',
  ),
  SVC_LOG_PIPELINE: setting(
    oneOf(['on', 'off'], 'on'),
    '`off`: no log rows are stored and lookups fail immediately, see [logs.md](logs.md)',
  ),
  SVC_LOG_RETENTION_HOURS: setting(wholeNumber(168, 1, 87_600), 'retention of log rows; they never outlive plans'),
  SVC_EGRESS_MODE: setting(
    anyOf(['aws', 'standalone', 'strict']),
    'where the service may connect to, see [egress.md](egress.md)',
    inBothWorlds('egress'),
  ),
  SVC_EGRESS_ALLOW: setting(egressEntries, 'additional destinations, comma-separated: CIDR, host or host:port'),
  SVC_EGRESS_DENY: setting(egressEntries, 'denied destinations, in the same form'),
  SVC_EGRESS_DENY_PORTS: setting(
    ports('22,23,25,53,110,143,445,465,587,2375,2379,3306,5432,6379,11211,27017'),
    'denied ports',
  ),
  SVC_EGRESS_PROXY: setting(
    v.optional(origin),
    'HTTP proxy that leads beyond private networks, such as `http://proxy.example.com:3128`, without credentials. See [egress.md](egress.md#a-proxy)',
    'none',
  ),
  SVC_LOG_LEVEL: setting(oneOf(['DEBUG', 'INFO', 'WARN', 'ERROR', 'SILENT'], 'INFO'), 'minimum level of log lines'),
});

/** Names of resources that the stack passes to its functions. */
export const AwsSettings = v.object({
  SVC_TABLE_NAME: setting(nonEmptyText, 'the DynamoDB table'),
  SVC_BUCKET_NAME: setting(nonEmptyText, 'the S3 bucket for large data'),
  SVC_QUEUE_URL: setting(nonEmptyText, 'the SQS queue of notifications and mail'),
  SVC_DEAD_LETTER_QUEUE_URL: setting(nonEmptyText, 'the dead-letter queue'),
  SVC_REPLAY_STATE_MACHINE_ARN: setting(nonEmptyText, 'the state machine of runs'),
  SVC_RECOMPARE_STATE_MACHINE_ARN: setting(nonEmptyText, 'the state machine that compares again'),
  SVC_ANALYSIS_STATE_MACHINE_ARN: setting(nonEmptyText, 'the state machine that analyses'),
  SVC_EVALUATION_STATE_MACHINE_ARN: setting(nonEmptyText, 'the state machine of evaluation runs'),
  SVC_CHANNEL_KEY_ID: setting(nonEmptyText, 'the KMS key that seals channel urls and secrets'),
});
