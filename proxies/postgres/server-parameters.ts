import * as v from 'valibot';
import type { DownstreamOptions } from '../downstream.ts';

/** What PostgreSQL reports when a connection starts, where nothing was recorded. */
const DEFAULTS: Readonly<Record<string, string>> = {
  server_version: '16.0',
  server_encoding: 'UTF8',
  client_encoding: 'UTF8',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  integer_datetimes: 'on',
  standard_conforming_strings: 'on',
  is_superuser: 'off',
  in_hot_standby: 'off',
  default_transaction_read_only: 'off',
};

/** What a client may set as it starts. */
const CLIENTS: readonly string[] = ['client_encoding', 'DateStyle', 'TimeZone', 'application_name', 'IntervalStyle'];

const Recorded = v.object({ parameters: v.record(v.string(), v.string()) });

/** Returns what the server reports at the start: as recorded, with what this client asks for. */
export async function serverParameters(
  { name, matchStartup }: Pick<DownstreamOptions, 'name' | 'matchStartup'>,
  client: Readonly<Record<string, string>>,
): Promise<Map<string, string>> {
  const answer = await matchStartup({
    kind: 'database',
    target: name,
    operation: 'startup',
    request: { startup: true },
  });
  const recorded = answer.matched ? v.safeParse(Recorded, answer.response) : null;
  const lower = new Map(Object.entries(client).map(([key, value]) => [key.toLowerCase(), value]));
  const own = CLIENTS.flatMap((key): [string, string][] => {
    const value = lower.get(key.toLowerCase());
    return value === undefined ? [] : [[key, /^(?:utf-?8|unicode)$/i.test(value) ? 'UTF8' : value]];
  });
  return new Map([
    ...Object.entries(DEFAULTS),
    ['application_name', ''],
    ['session_authorization', client.user ?? ''],
    ...Object.entries(recorded?.success ? recorded.output.parameters : {}).filter(
      ([key]) => key !== 'application_name' && key !== 'session_authorization',
    ),
    ...own,
  ]);
}
