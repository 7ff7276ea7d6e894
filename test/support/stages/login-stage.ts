import * as v from 'valibot';
import { refusedActions } from '../../../functions/composition/refused-actions.ts';
import { LOCAL_LINKS, type LocalLinks } from '../../../functions/login/composition.ts';
import type { Role } from '../../../functions/login/domain/roles.ts';
import { CodeRequest } from '../../../functions/login/service/code-requests.ts';
import { InvitationRequest } from '../../../functions/login/service/invitation-mails.ts';
import type { ApiKeyScope } from '../../../functions/login/store/api-keys.ts';
import { bind } from '../../../functions/platform/composition.ts';
import { application } from '../../../functions/platform/http/application.ts';
import { familiesOf } from '../../../functions/platform/http/families.ts';
import type { Http } from '../../../functions/platform/outbound/http.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { localKeys } from '../../../functions/platform/standalone/keys.ts';
import { tableQueue } from '../../../functions/platform/standalone/queue.ts';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { workInPlace } from '../../../functions/platform/work-in-place.ts';
import type { Item, Mail, Table, World } from '../../../functions/platform/world.ts';
import { ADMIN_KEY } from '../running-service.ts';
import { hostOver } from '../services-for.ts';
import { newId, randomBytes } from '../test-random.ts';

type Message = Parameters<Mail['send']>[0];
type Tokens = Record<'accessToken' | 'refreshToken', string>;

export type LoginStage = ReturnType<typeof loginStage>;

/** The API over a table in memory, with a clock and a mailbox that the test controls. */
export function loginStage(
  env: Record<string, string> = {},
  http: Partial<Http> = {},
  links: LocalLinks | null = null,
) {
  const clock = { now: Date.parse('2026-11-20T10:00:00.000Z') };
  const now = () => clock.now;
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
  /** Source address of requests. Null: the host does not provide it. */
  const source: { address: string | null } = { address: null };
  const mails: Message[] = [];
  const lines: { message: string; [fact: string]: unknown }[] = [];
  const write = (message: string, facts = {}) => void lines.push({ message, ...facts });
  const queue = tableQueue({ table: stored, now, newId });
  const world = {
    table,
    queue,
    work: workInPlace,
    now,
    newId,
    model: null,
    keys: localKeys([randomBytes(32)]),
    mail: { send: async (message: Message) => void mails.push(message) },
    log: { debug: write, info: write, warn: write, error: write },
    http,
    egress: { denial: async () => null },
    // Runs are created, and nothing executes them.
    workflows: { start: async () => 'running' },
    // Members that logins never use are absent.
  } as unknown as World;
  /** A process with these settings, over the same table. */
  function started(changes: Record<string, string>) {
    const config = standaloneConfig({ SVC_ADMIN_KEY: ADMIN_KEY, SVC_LOGIN_DOMAINS: 'shop.test', ...env, ...changes });
    const host = hostOver(world, config, [bind(LOCAL_LINKS, () => links)]);
    const families = familiesOf(host.routes, config);
    return { host, app: application({ families, world, callerOf: host.callerOf, noteRefused: refusedActions(host) }) };
  }
  let { host, app } = started({});

  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(method, path, body === undefined ? undefined : JSON.stringify(body), headers);

  /** Sends a raw body. */
  async function send(method: string, path: string, body: string | undefined, headers: Record<string, string>) {
    const init = { method, headers, ...(body !== undefined && { body }) };
    const answer = await app.request(path, init, hostOf(source.address));
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
  }

  /** Processes the queue like its consumer. */
  async function workOff(): Promise<void> {
    for (;;) {
      const messages = await queue.receive({ visibilitySeconds: 60 });
      if (messages.length === 0) return;
      for (const { receipt, body } of messages) {
        const { codeRequests, invitationAnswers } = host.services('default');
        const code = v.safeParse(CodeRequest, body);
        if (code.success) await codeRequests.answer(code.output);
        else await invitationAnswers.answer(v.parse(InvitationRequest, body));
        await queue.acknowledge(receipt);
      }
    }
  }

  /** Requests a code and reads it from the email. Null if none was sent. */
  async function codeFor(userName: string): Promise<string | null> {
    const before = mails.length;
    await call('GET', `/api/login/getVerificationCode/${encodeURIComponent(userName)}`);
    await workOff();
    return mails.length === before ? null : (/^\d{6}/.exec(mails.at(-1)?.text ?? '')?.[0] ?? null);
  }

  const verify = (userName: string, verifyCode: string | null) =>
    call('POST', '/api/login/verify', { userName, verifyCode });

  return {
    clock,
    source,
    mails,
    lines,
    calls,
    table: stored,
    world,
    host,
    services: host.services('default'),
    call,
    send,
    /** The response as it is, of any media type, without a credential. */
    response: (method: string, path: string) => app.request(path, { method }, hostOf(source.address)),
    workOff,
    codeFor,

    verify,
    /** The tokens of a new session of this user. */
    login: async (userName: string): Promise<{ accessToken: string; refreshToken: string; expiresAt: string }> =>
      (await verify(userName, await codeFor(userName))).body.body,
    /** Makes a person an active member of a tenant, and returns the tokens of a session there. */
    async memberOf(tenant: string, userName: string, role: Role): Promise<Tokens> {
      const { users, personLogins } = host.services('default');
      await users.admit(userName);
      await users.setRole(userName, role, tenant);
      if (tenant !== 'default') await users.accept(userName, tenant);
      const member = await users.find(userName, tenant);
      if (member === undefined) throw new Error(`${userName} is no member of ${tenant}`);
      const { accessToken, refreshToken } = await personLogins.open(member, 'switch');
      return { accessToken, refreshToken: refreshToken ?? '' };
    },
    /** A key of a tenant. */
    async keyOf(tenant: string, ...scopes: ApiKeyScope[]): Promise<string> {
      const made = await host.services('default').apiKeys.create({ name: newId(), tenant, scopes });
      return made?.key ?? '';
    },
    /** Restarts the service with these settings. */
    restart(changes: Record<string, string>): void {
      ({ host, app } = started(changes));
    },
    asAdmin: { 'x-api-key': ADMIN_KEY },
    close: () => stored.close(),
  };
}

/** The connection data of node:http for a request from this address. */
export const hostOf = (remoteAddress: string | null) => ({ incoming: { socket: { remoteAddress } } });
