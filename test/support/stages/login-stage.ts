import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { endpoints as consoleApi } from '../../../functions/console-api/endpoints.ts';
import { endpoints as evaluationApi } from '../../../functions/evaluation/api/endpoints.ts';
import { CodeRequest } from '../../../functions/login/service/code-requests.ts';
import { credentialReader } from '../../../functions/login/service/credentials.ts';
import type { ApiKeyScope } from '../../../functions/login/store/api-keys.ts';
import { endpoints as openApi } from '../../../functions/open-api/endpoints.ts';
import { application } from '../../../functions/platform/http/application.ts';
import { consoleFamily, evaluationFamilies, openApiFamily } from '../../../functions/platform/http/families.ts';
import { servicesFor } from '../../../functions/platform/http/services.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { localKeys } from '../../../functions/platform/standalone/keys.ts';
import { tableQueue } from '../../../functions/platform/standalone/queue.ts';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import type { Http, Item, Mail, Table, World } from '../../../functions/platform/world.ts';
import { endpoints as recorderApi } from '../../../functions/recorder-api/endpoints.ts';
import { ADMIN_KEY } from '../running-service.ts';

type Message = Parameters<Mail['send']>[0];

export type LoginStage = ReturnType<typeof loginStage>;

/** The API over a table in memory, with a clock and a mail box that the test holds. */
export function loginStage(env: Record<string, string> = {}, http: Partial<Http> = {}) {
  const clock = { now: Date.parse('2026-11-20T10:00:00.000Z') };
  const now = () => clock.now;
  const newId = () => randomBytes(16).toString('hex');
  const stored = openTable(':memory:', now);
  const calls: { name: keyof Table; key: string; item?: Item }[] = [];
  const table: Table = {
    ...stored,
    get: (key) => {
      calls.push({ name: 'get', key: key.pk });
      return stored.get(key);
    },
    put: async (item, options) => {
      const done = await stored.put(item, options);
      if (done) calls.push({ name: 'put', key: item.pk, item });
      return done;
    },
    batchGet: (keys) => {
      calls.push({ name: 'batchGet', key: keys.map(({ pk }) => pk).join() });
      return stored.batchGet(keys);
    },
  };
  /** Where requests come from; null: the host does not say. */
  const source: { address: string | null } = { address: null };
  const mails: Message[] = [];
  const lines: { message: string; [fact: string]: unknown }[] = [];
  const write = (message: string, facts = {}) => void lines.push({ message, ...facts });
  const queue = tableQueue({ table: stored, now, newId });
  const world = {
    ...{ table, queue, now, newId, model: null },
    keys: localKeys([randomBytes(32)]),
    mail: { send: async (message: Message) => void mails.push(message) },
    log: { debug: write, info: write, warn: write, error: write },
    http: { denial: async () => null, ...http },
    // What logins never touch is not there.
  } as unknown as World;
  /** A process with these settings, over the same table. */
  function started(changes: Record<string, string>) {
    const config = standaloneConfig({ SVC_ADMIN_KEY: ADMIN_KEY, SVC_LOGIN_DOMAINS: 'shop.test', ...env, ...changes });
    const servicesOf = servicesFor(world, config);
    const callerOf = credentialReader({ adminKey: config.adminKey, ...servicesOf('default') });
    const families = [
      openApiFamily(openApi, config),
      ...evaluationFamilies(evaluationApi),
      consoleFamily([...consoleApi, ...recorderApi]),
    ];
    return { servicesOf, app: application({ families, world, servicesOf, callerOf }) };
  }
  let { servicesOf, app } = started({});

  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(method, path, body === undefined ? undefined : JSON.stringify(body), headers);

  /** A body as it is written. */
  async function send(method: string, path: string, body: string | undefined, headers: Record<string, string>) {
    const init = { method, headers, ...(body !== undefined && { body }) };
    const answer = await app.request(path, init, hostOf(source.address));
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
  }

  /** Does what the consumer of the queue does. */
  async function workOff(): Promise<void> {
    for (;;) {
      const messages = await queue.receive({ visibilitySeconds: 60 });
      if (messages.length === 0) return;
      for (const { receipt, body } of messages) {
        await servicesOf('default').codeRequests.answer(v.parse(CodeRequest, body));
        await queue.acknowledge(receipt);
      }
    }
  }

  /** Asks for a code and reads it in the mail; null where none came. */
  async function codeFor(userName: string): Promise<string | null> {
    const before = mails.length;
    await call('GET', `/api/login/getVerificationCode/${encodeURIComponent(userName)}`);
    await workOff();
    return mails.length === before ? null : (/^\d{6}/.exec(mails.at(-1)?.text ?? '')?.[0] ?? null);
  }

  const verify = (userName: string, verifyCode: string | null) =>
    call('POST', '/api/login/verify', { userName, verifyCode });

  return {
    ...{
      clock,
      source,
      mails,
      lines,
      calls,
      table: stored,
      world,
      services: servicesOf('default'),
      call,
      send,
      workOff,
      codeFor,
    },
    verify,
    /** The tokens of a new session of this user. */
    login: async (userName: string): Promise<{ accessToken: string; refreshToken: string; expiresAt: string }> =>
      (await verify(userName, await codeFor(userName))).body.body,
    /** A key of a tenant. */
    async keyOf(tenant: string, ...scopes: ApiKeyScope[]): Promise<string> {
      const made = await servicesOf('default').apiKeys.create({ name: newId(), tenant, scopes });
      return made?.key ?? '';
    },
    /** Starts the service anew with these settings. */
    restart(changes: Record<string, string>): void {
      ({ servicesOf, app } = started(changes));
    },
    asAdmin: { 'x-api-key': ADMIN_KEY },
    close: () => stored.close(),
  };
}

/** What node:http says beside a request from this address. */
export const hostOf = (remoteAddress: string | null) => ({ incoming: { socket: { remoteAddress } } });
