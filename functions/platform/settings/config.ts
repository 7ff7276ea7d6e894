import { join } from 'node:path';
import type * as v from 'valibot';
import type { CidrRange } from '../outbound/egress/addresses.ts';
import type { EgressSettings } from '../outbound/egress/policy.ts';
import { ConfigError, readVariables } from './read-variables.ts';
import { isLoopback } from './setting-values.ts';
import { AwsSettings, Settings, StandaloneSettings } from './settings-schema.ts';
import { WORLD_DEFAULTS, type WorldDefaults } from './world-defaults.ts';

/** The configuration that the code reads in place of the environment; times in ms, URLs without a trailing slash. */
export interface Config {
  openApi: boolean;
  /** The token of the whole Open API; null: it needs none (spec 5). */
  openApiToken: string | null;
  /**
   * Addresses to which runs of every application may send recorded credentials, as `parseOriginPattern` writes them.
   */
  targets: readonly string[];
  /** Only this machine reaches the service: loopback targets are then allowed to its own user and to credentials. */
  isLoopbackOnly: boolean;
  /** Further names that the service is called by. */
  allowedHosts: readonly string[];
  tenancy: 'single' | 'multi';
  publicUrl: string;
  settleMs: number;
  /** What runs between the end of sending and settling (interface 3.1); `off`: the settle time elapses. */
  noiseReduction: 'off' | 'rules' | 'ai';
  /** Maximum wait for the analysis before notifying (spec 6.2.3). */
  analysisWaitMs: number;
  /** The language model of analysis and `ai` noise reduction; null if not configured. */
  ai: AiConfig | null;
  /** The language of the analysis and of the cards that carry it, as a BCP 47 tag. */
  aiLanguage: string;
  /** Maximum automatic analyses and noise reductions by the model, per tenant and day (UTC). */
  aiDaily: { analyses: number; noise: number };
  /** Initial interval at which the state machine of an evaluation run polls its attempt (evaluation 5.13). */
  evaluationPollSeconds: number;
  caseCountLimit: number;
  /** Maximum workers of a run side by side. */
  maxWorkers: number;
  caseRetentionMs: number;
  /** Maximum stored bytes of rolling cases per application; null: any number. */
  caseMaxBytes: number | null;
  planRetentionMs: number;
  /** Limits of what a tenant may do; rates are per process. */
  quotas: { triggersPerSecond: number; storedBytesPerDay: number; testSendsPerMinute: number };
  /** Whether log rows are accepted and can be looked up (spec 7.4). */
  logPipeline: boolean;
  /** At most the retention of plans, since the same class of blobs holds large bodies. */
  logRetentionMs: number;
  /** Maximum bytes of an answer that streams; null: any number. */
  maxStreamedBytes: number | null;
  adminKey: string | null;
  /** Whether anyone may read as a guest for 15 minutes (spec 4.8). */
  guestLogin: boolean;
  /** Guests may read only because the service listens on loopback: on this machine alone. */
  localGuests: boolean;
  /** Whether the owner of the service may log in without mail, on the same machine. */
  localLogin: boolean;
  /** Where mail lies that only users of this machine read; null if it is sent, or others reach the service. */
  outbox: string | null;
  /** Mail domains that may log in by code or by a provider; `*` for any, empty for none. */
  loginDomains: readonly string[];
  /** Identity providers for login; null for those that are not configured. */
  oauth: { github: OauthClient | null; google: OauthClient | null; oidc: (OauthClient & { issuer: string }) | null };
  /** Mail leaves the service; otherwise it is written to an outbox. */
  sendsMail: boolean;
  /** The sender of mail. */
  mailFrom: string;
  /** `proxy`: origin of an HTTP proxy; null: there is none. */
  egress: Pick<EgressSettings, 'mode' | 'allow' | 'deny' | 'denyPorts'> & { proxy: string | null };
  logLevel: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'SILENT';
}

/** Our client credentials at a provider. */
export interface OauthClient {
  clientId: string;
  clientSecret: string;
}

/** The language model: a Bedrock model id alone, or a model of an OpenAI-compatible endpoint (interface 1). */
export interface AiConfig {
  model: string;
  /** Null: Bedrock. */
  baseUrl: string | null;
  apiKey: string | null;
}

export interface StandaloneConfig extends Config {
  host: string;
  port: number;
  dataDir: string;
  basicAuth: { user: string; password: string } | null;
  /** Proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly CidrRange[];
  maxConnections: number;
  /** Limits of request bodies, of the whole process and of one. */
  bodies: { maxBytes: number; timeoutMs: number };
  /** File of the key that seals channel urls and secrets; created at the first start (interface 1). */
  masterKeyFile: string;
  /** The mail server; null: mail is written to the outbox of SVC_DATA_DIR. */
  smtpUrl: string | null;
  /**
   * The token of `/metrics`; null: on loopback, direct requests of this machine need none. Otherwise there are no
   * metrics.
   */
  metricsToken: string | null;
  /** The collector of traces; null: there are no traces. */
  otlpEndpoint: string | null;
}

export interface AwsConfig extends Config {
  tableName: string;
  bucketName: string;
  queueUrl: string;
  deadLetterQueueUrl: string;
  stateMachineArns: { replay: string; recompare: string; analysis: string; evaluation: string };
  /** The KMS key that seals channel urls and secrets. */
  channelKeyId: string;
}

/** Names of the variables that the AWS functions read, for the stack that sets them. */
export const AWS_VARIABLES = Object.keys(AwsSettings.entries) as (keyof typeof AwsSettings.entries)[];

/** Secret settings, which a deployment passes to its functions in another way. */
const SECRETS: readonly string[] = [
  'SVC_OPENAPI_TOKEN',
  'SVC_ADMIN_KEY',
  'SVC_AI_API_KEY',
  'SVC_OAUTH_GITHUB_SECRET',
  'SVC_OAUTH_GOOGLE_SECRET',
  'SVC_OIDC_SECRET',
];

/** Names of the settings that a deployment may pass to its functions. */
export const DEPLOYED_SETTINGS: readonly string[] = Object.keys(Settings.entries).filter(
  (name) => !SECRETS.includes(name),
);

/** Reads the standalone settings; throws ConfigError. */
export function standaloneConfig(environment: Record<string, string | undefined>): StandaloneConfig {
  const own = readVariables(StandaloneSettings, environment);
  const loopback = isLoopback(own.HOST);
  const host = own.HOST.includes(':') ? `[${own.HOST}]` : own.HOST;
  const config = common(environment, {
    openApi: loopback,
    publicUrl: `http://${host}:${own.PORT}`,
    login: loopback,
    ...WORLD_DEFAULTS.standalone,
  });
  const sendsMail = own.SVC_SMTP_URL !== undefined;
  const hasProvider = Object.values(config.oauth).some((provider) => provider !== null);
  return {
    ...config,
    isLoopbackOnly: loopback,
    sendsMail,
    localLogin:
      loopback && !sendsMail && !hasProvider && own.SVC_BASIC_AUTH === undefined && config.tenancy === 'single',
    outbox: loopback && !sendsMail ? join(own.SVC_DATA_DIR, 'outbox') : null,
    host: own.HOST,
    port: own.PORT,
    dataDir: own.SVC_DATA_DIR,
    basicAuth: own.SVC_BASIC_AUTH === undefined ? null : credentials(own.SVC_BASIC_AUTH),
    trustedProxies: own.SVC_TRUSTED_PROXIES,
    maxConnections: own.SVC_MAX_CONNECTIONS,
    bodies: { maxBytes: own.SVC_BODIES_IN_FLIGHT_MIB * 1024 * 1024, timeoutMs: own.SVC_BODY_SECONDS * 1000 },
    masterKeyFile: own.SVC_MASTER_KEY_FILE ?? join(own.SVC_DATA_DIR, 'master.key'),
    smtpUrl: own.SVC_SMTP_URL ?? null,
    metricsToken: own.SVC_METRICS_TOKEN ?? null,
    otlpEndpoint: own.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
  };
}

/** Reads these settings as the functions of a deployment will; throws ConfigError. */
export function deployedConfig(environment: Record<string, string | undefined>): Config {
  const config = common(environment, { openApi: false, publicUrl: null, login: false, ...WORLD_DEFAULTS.aws });
  if (config.loginDomains.length > 0 && !environment.SVC_MAIL_FROM)
    throw new ConfigError('SVC_MAIL_FROM is missing: SES sends codes from an address that was verified there');
  return config;
}

/** Reads the settings of a Lambda function; throws ConfigError. */
export function awsConfig(environment: Record<string, string | undefined>): AwsConfig {
  const own = readVariables(AwsSettings, environment);
  return {
    ...deployedConfig(environment),
    tableName: own.SVC_TABLE_NAME,
    bucketName: own.SVC_BUCKET_NAME,
    queueUrl: own.SVC_QUEUE_URL,
    deadLetterQueueUrl: own.SVC_DEAD_LETTER_QUEUE_URL,
    stateMachineArns: {
      replay: own.SVC_REPLAY_STATE_MACHINE_ARN,
      recompare: own.SVC_RECOMPARE_STATE_MACHINE_ARN,
      analysis: own.SVC_ANALYSIS_STATE_MACHINE_ARN,
      evaluation: own.SVC_EVALUATION_STATE_MACHINE_ARN,
    },
    channelKeyId: own.SVC_CHANNEL_KEY_ID,
  };
}

function common(
  environment: Record<string, string | undefined>,
  fallback: WorldDefaults & { openApi: boolean; publicUrl: string | null; login: boolean },
): Config {
  const settings = readVariables(Settings, environment);
  const publicUrl = settings.SVC_PUBLIC_URL ?? fallback.publicUrl;
  if (publicUrl === null) throw new ConfigError('SVC_PUBLIC_URL is missing: links begin with it');
  const wanted = settings.SVC_REPLAY_OPENAPI === undefined ? fallback.openApi : settings.SVC_REPLAY_OPENAPI === 'true';
  return {
    openApi: wanted && settings.SVC_TENANCY === 'single',
    openApiToken: settings.SVC_OPENAPI_TOKEN ?? null,
    targets: settings.SVC_TARGETS,
    isLoopbackOnly: false,
    allowedHosts: settings.SVC_ALLOWED_HOSTS,
    tenancy: settings.SVC_TENANCY,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    settleMs: settings.SVC_SETTLE_SECONDS * 1000,
    noiseReduction: settings.SVC_NOISE_REDUCTION ?? fallback.noiseReduction,
    analysisWaitMs: settings.SVC_ANALYSIS_WAIT_SECONDS * 1000,
    ai:
      settings.SVC_AI_MODEL === undefined
        ? null
        : {
            model: settings.SVC_AI_MODEL,
            baseUrl: settings.SVC_AI_BASE_URL?.replace(/\/+$/, '') ?? null,
            apiKey: settings.SVC_AI_API_KEY ?? null,
          },
    aiLanguage: settings.SVC_AI_LANGUAGE,
    aiDaily: { analyses: settings.SVC_AI_DAILY_ANALYSES, noise: settings.SVC_AI_DAILY_NOISE },
    evaluationPollSeconds: settings.SVC_EVAL_POLL_SECONDS ?? fallback.evaluationPollSeconds,
    caseCountLimit: settings.SVC_CASE_COUNT_LIMIT,
    maxWorkers: settings.SVC_MAX_WORKERS,
    caseRetentionMs: settings.SVC_CASE_RETENTION_HOURS * 3_600_000,
    caseMaxBytes: settings.SVC_CASE_MAX_MB === 0 ? null : settings.SVC_CASE_MAX_MB * 1_000_000,
    planRetentionMs: settings.SVC_PLAN_RETENTION_DAYS * 86_400_000,
    quotas: {
      triggersPerSecond: settings.SVC_TRIGGERS_PER_SECOND,
      storedBytesPerDay: settings.SVC_STORED_MIB_PER_DAY * 1024 * 1024,
      testSendsPerMinute: settings.SVC_TEST_SENDS_PER_MINUTE,
    },
    logPipeline: settings.SVC_LOG_PIPELINE === 'on',
    logRetentionMs: Math.min(
      settings.SVC_LOG_RETENTION_HOURS * 3_600_000,
      settings.SVC_PLAN_RETENTION_DAYS * 86_400_000,
    ),
    maxStreamedBytes: fallback.maxStreamedBytes,
    adminKey: settings.SVC_ADMIN_KEY ?? null,
    localLogin: false,
    outbox: null,
    // By SES.
    sendsMail: true,
    guestLogin: settings.SVC_GUEST_LOGIN === undefined ? fallback.login : settings.SVC_GUEST_LOGIN === 'on',
    localGuests: settings.SVC_GUEST_LOGIN === undefined && fallback.login,
    loginDomains: settings.SVC_LOGIN_DOMAINS ?? (fallback.login ? ['*'] : []),
    oauth: {
      github: oauthClient(settings, 'SVC_OAUTH_GITHUB'),
      google: oauthClient(settings, 'SVC_OAUTH_GOOGLE'),
      oidc: issuerClient(settings),
    },
    mailFrom: settings.SVC_MAIL_FROM ?? 'replay-regression@localhost',
    egress: {
      mode: settings.SVC_EGRESS_MODE ?? fallback.egress,
      allow: settings.SVC_EGRESS_ALLOW,
      deny: settings.SVC_EGRESS_DENY,
      denyPorts: settings.SVC_EGRESS_DENY_PORTS,
      proxy: settings.SVC_EGRESS_PROXY ?? null,
    },
    logLevel: settings.SVC_LOG_LEVEL,
  };
}

type OauthPrefix = 'SVC_OAUTH_GITHUB' | 'SVC_OAUTH_GOOGLE' | 'SVC_OIDC';

/** A provider is configured completely, or not at all. */
function oauthClient(settings: v.InferOutput<typeof Settings>, prefix: OauthPrefix): OauthClient | null {
  const [idName, secretName] = [`${prefix}_ID`, `${prefix}_SECRET`] as const;
  const [clientId, clientSecret] = [settings[idName], settings[secretName]];
  if (clientId === undefined && clientSecret === undefined) return null;
  if (clientId === undefined) throw new ConfigError(`${idName} is missing`);
  if (clientSecret === undefined) throw new ConfigError(`${secretName} is missing`);
  return { clientId, clientSecret };
}

function issuerClient(settings: v.InferOutput<typeof Settings>): Config['oauth']['oidc'] {
  const client = oauthClient(settings, 'SVC_OIDC');
  const { SVC_OIDC_ISSUER: issuer } = settings;
  if (client === null && issuer === undefined) return null;
  if (client === null) throw new ConfigError('SVC_OIDC_ID is missing');
  if (issuer === undefined) throw new ConfigError('SVC_OIDC_ISSUER is missing');
  return { ...client, issuer };
}

function credentials(text: string) {
  const colon = text.indexOf(':');
  return { user: text.slice(0, colon), password: text.slice(colon + 1) };
}
