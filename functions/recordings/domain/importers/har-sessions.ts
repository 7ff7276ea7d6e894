import { headerOf } from '../../../platform/values/http-tokens.ts';
import { sha256Hex } from '../../../platform/values/sha256.ts';
import type { FilteredExchange } from '../filter/filtered-exchange.ts';
import type { HostCount } from '../filter/host-counts.ts';

/** How the exchanges of a file belong to sessions: all to one, or each to that of its credential. */
export type SessionPlan = { session: string } | { sessionBy: string };

/** A session of more exchanges would be replayed one after the other for too long. @internal */
export const MAX_SESSION_EXCHANGES = 2_000;

/** Shorter values are rarely credentials. */
const MIN_CREDENTIAL_LENGTH = 16;

/** Credentials are of several users if one is sent again after another this often; a renewed one never returns. */
const MIN_RETURNS = 3;
const MAX_COOKIES = 50;

/** Watches the credentials of a file, in its order. */
export function sessionSurvey() {
  const uses = new Map<string, { host: string; name: string; current: string; before: Set<string>; returns: number }>();

  return {
    add({ host, headers }: FilteredExchange): void {
      for (const [name, value] of credentialsOf(headers)) {
        const digest = sha256Hex(value).slice(0, 16);
        const key = `${host}\n${name}`;
        const use = uses.get(key) ?? { host: host ?? '', name, current: digest, before: new Set<string>(), returns: 0 };
        uses.set(key, use);
        if (use.current === digest) continue;
        use.before.add(use.current);
        if (use.before.has(digest)) use.returns++;
        use.current = digest;
      }
    },

    /**
     * The sessions of the exchanges to the selected hosts: one, unless credentials are of several users; null if one
     * would be too long. `file`: the number of its entries and its newest time, which tell it from others.
     */
    plan(
      hosts: readonly HostCount[],
      isSelected: (host: string) => boolean,
      file: readonly [count: number, newest: number],
    ): SessionPlan | null {
      const [mixed] = [...uses.values()]
        .filter(({ host, returns }) => returns >= MIN_RETURNS && isSelected(host))
        .sort((a, b) => b.returns - a.returns);
      if (mixed !== undefined) return { sessionBy: mixed.name };
      const taken = hosts.reduce((sum, { host, eligible }) => sum + (isSelected(host) ? eligible : 0), 0);
      return taken > MAX_SESSION_EXCHANGES ? null : { session: sessionKey(file) };
    },
  };
}

/** The session of an exchange; null for one without the credential that tells sessions apart. */
export function sessionOf(plan: SessionPlan | null, { headers }: FilteredExchange): string | null {
  if (plan === null) return null;
  if ('session' in plan) return plan.session;
  const found = credentialsOf(headers).find(([name]) => name === plan.sessionBy);
  return found === undefined ? null : sessionKey(found);
}

const sessionKey = (content: readonly unknown[]): string => `har-${sha256Hex(JSON.stringify(content)).slice(0, 24)}`;

/** Tokens and long cookies by name. Passwords of basic authentication are left out: a hash would help to guess them. */
function credentialsOf(headers: FilteredExchange['headers']): [name: string, value: string][] {
  const authorization = headerOf(headers, 'authorization');
  const tokens: [string, string][] =
    authorization === undefined || /^basic\b/i.test(authorization) ? [] : [['authorization', authorization]];
  const cookies = headers
    .filter(([name]) => name.toLowerCase() === 'cookie')
    .flatMap(([, value]) => value.split(';', MAX_COOKIES))
    .slice(0, MAX_COOKIES)
    .flatMap((pair): [string, string][] => {
      const at = pair.indexOf('=');
      return at < 1 ? [] : [[`cookie:${pair.slice(0, at).trim()}`, pair.slice(at + 1).trim()]];
    });
  return [...tokens, ...cookies].filter(([, value]) => value.length >= MIN_CREDENTIAL_LENGTH);
}
