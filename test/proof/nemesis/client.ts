import { recordedGet } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY } from '../../support/running-service.ts';
import { pause } from '../pause.ts';
import { recordedAnswer } from './answers.ts';
import type { Operation, Outcome } from './history.ts';

/** Longest wait for an answer, ms; a paused process gives none. */
const TIMEOUT_MS = 8000;
/** Pause of a client that got no answer, ms. */
const WITHOUT_ANSWER_MS = 100;
/** Cases of an application, so that a run ends within a second. */
const MAX_CASES = 16;
const MAX_CHANNELS = 2;
const ATTEMPTS = 3;
/** Long ago for every step of the clock, and within the hours of a trigger. */
const RECORDED_BEFORE_MS = 2 * 3_600_000;

export interface ClientOptions {
  name: string;
  url: string;
  targetUrl: string;
  /** Address of the webhook of that name. */
  webhook(name: string): string;
  random(): number;
  pauseMs: number;
  /** Share of recordings that are too large for a row. */
  largeShare?: number;
  now(): number;
  note(operation: Operation): void;
}

interface Answer {
  begunAt: number;
  endedAt: number;
  status: number | null;
  /** Undefined without an answer. */
  // Each operation reads the members of its own answer.
  body: ReturnType<typeof JSON.parse>;
}

/** A client that records, reads, changes rules and channels, triggers, polls and stops until `signal` is aborted. */
export async function runClient(options: ClientOptions, signal: AbortSignal): Promise<void> {
  const { name, random, note } = options;
  const rules: { appId: string; path: string; id: string }[] = [];
  const channels: { name: string; id: string }[] = [];
  const runs: string[] = [];
  let made = 0;
  let app = { id: `${name}-0`, cases: [] as string[] };

  async function ask(method: string, path: string, body?: unknown, headers = {}): Promise<Answer> {
    const begunAt = options.now();
    const given = (status: number | null, read?: unknown) => ({ begunAt, endedAt: options.now(), status, body: read });
    try {
      const answer = await fetch(`${options.url}${path}`, {
        method,
        headers: { 'x-api-key': ADMIN_KEY, 'content-type': 'application/json', ...headers },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return given(answer.status, text === '' ? null : JSON.parse(text));
    } catch {
      const without = given(null);
      await pause(WITHOUT_ANSWER_MS);
      return without;
    }
  }

  const FAILED = ['INTERNAL_ERROR', 'INSUFFICIENT_STORAGE'];
  function outcomeOf({ status, body }: Answer, isDone: boolean): Outcome {
    if (status === null || status >= 500 || FAILED.includes(body?.errorCode)) return 'unknown';
    return isDone ? 'acknowledged' : 'refused';
  }
  const times = ({ begunAt, endedAt, status }: Answer) => ({ begunAt, endedAt, status });
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];

  const operations: Record<string, () => Promise<void>> = {
    async record() {
      if (app.cases.length >= MAX_CASES) app = { id: `${name}-${++made}`, cases: [] };
      const caseId = `${name}-case-${++made}`;
      const size = random() < (options.largeShare ?? 0) ? 'large' : 'small';
      const path = `/${app.id}/${random() < 0.3 ? 'wrong' : 'right'}/${size}/${made}`;
      const appId = app.id;
      const isBad = random() < 0.1;
      const recordedAt = new Date(Date.now() - RECORDED_BEFORE_MS).toISOString();
      const more = { caseId, recordedAt, operation: '/a' };
      const body = recordedGet(appId, isBad ? 'no path' : path, recordedAnswer(path), more);
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const answer = await ask('POST', '/api/recorder/cases', [body]);
        const isDone = answer.status === 200 && answer.body.accepted + answer.body.duplicates === 1;
        const outcome = outcomeOf(answer, isDone);
        note({ kind: 'record', appId, caseId, path, ...times(answer), outcome });
        if (isDone) app.cases.push(caseId);
        if (outcome !== 'unknown') return;
        await pause(options.pauseMs);
      }
    },
    async read() {
      const caseId = pick(app.cases);
      if (caseId === undefined) return;
      const answer = await ask('GET', `/api/recorder/cases/${caseId}`);
      const isThere = answer.status === 200 ? true : answer.status === 404 ? false : null;
      note({ kind: 'read', caseId, isThere, ...times(answer), outcome: outcomeOf(answer, isThere === true) });
    },
    async addRule() {
      const path = `$.unused${++made}`;
      const isBad = random() < 0.2;
      const appId = app.id;
      const rule = { kind: 'ignore', path: isBad ? `${path}[` : path };
      const answer = await ask('POST', `/api/apps/${appId}/compare-rules`, rule);
      const id = answer.status === 201 ? answer.body.ruleId : null;
      note({ kind: 'add-rule', appId, path, id, ...times(answer), outcome: outcomeOf(answer, id !== null) });
      if (id !== null) rules.push({ appId, path, id });
    },
    async deleteRule() {
      const rule = rules.shift();
      if (rule === undefined) return;
      const answer = await ask('DELETE', `/api/apps/${rule.appId}/compare-rules/${rule.id}`);
      const isDone = answer.status !== null && answer.status < 300;
      note({ kind: 'delete-rule', ...rule, ...times(answer), outcome: outcomeOf(answer, isDone) });
    },
    async channel() {
      const old = channels.length >= MAX_CHANNELS ? channels.shift() : undefined;
      if (old) {
        const answer = await ask('DELETE', `/openapi/v1/notification-channels/${old.id}`);
        const isDone = answer.status === 200 && answer.body.errorCode === null;
        return note({ kind: 'delete-channel', ...old, ...times(answer), outcome: outcomeOf(answer, isDone) });
      }
      const channel = `${name}-hook-${++made}`;
      const url = random() < 0.2 ? 'ftp://127.0.0.1/' : options.webhook(channel);
      const body = { type: 'webhook', name: channel, url };
      const answer = await ask('POST', '/openapi/v1/notification-channels', body);
      const isDone = answer.status === 200 && answer.body.errorCode === null;
      const id = isDone ? answer.body.id : null;
      note({ kind: 'add-channel', name: channel, id, ...times(answer), outcome: outcomeOf(answer, isDone) });
      if (isDone) channels.push({ name: channel, id });
    },
    async trigger() {
      const key = `${name}-trigger-${++made}`;
      const appId = app.id;
      const targetEnv = random() < 0.1 ? '' : options.targetUrl;
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const body = { appId, targetEnv };
        const answer = await ask('POST', '/openapi/v1/replay-triggers', body, { 'idempotency-key': key });
        const id = answer.status === 200 && answer.body.errorCode === null ? answer.body.planId : null;
        const outcome = outcomeOf(answer, id !== null);
        note({ kind: 'trigger', appId, key, id, ...times(answer), outcome });
        if (id !== null) runs.push(id);
        if (outcome !== 'unknown') return;
        await pause(options.pauseMs);
      }
    },
    async stop() {
      const id = runs.at(-1);
      if (id === undefined) return;
      const answer = await ask('POST', `/api/replays/${id}/stop`);
      note({ kind: 'stop', id, ...times(answer), outcome: outcomeOf(answer, answer.status === 200) });
    },
    async poll() {
      const id = pick(runs);
      if (id === undefined) return;
      const answer = await ask('GET', `/openapi/v1/replay-runs/${id}`);
      const hasCompleted = answer.status === 200 ? answer.body.status === 'COMPLETED' : null;
      note({ kind: 'poll', id, hasCompleted, ...times(answer), outcome: outcomeOf(answer, hasCompleted !== null) });
    },
  };
  const weighted = Object.entries({
    record: 8,
    read: 5,
    addRule: 3,
    deleteRule: 2,
    channel: 1,
    trigger: 3,
    stop: 1,
    poll: 5,
  }).flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind));

  while (!signal.aborted) {
    await operations[pick(weighted) ?? '']?.();
    await pause(options.pauseMs * (0.5 + random()));
  }
}
