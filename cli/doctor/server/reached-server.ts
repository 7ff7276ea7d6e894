import type { Session } from '../../session.ts';
import { failed } from '../failed.ts';
import { type Finding, finding } from '../finding.ts';
import { parseServerOptions, type ServerOptions } from './server-options.ts';

/** A server that answered: what it says of itself, and its headers. */
interface ReachedServer {
  options: ServerOptions;
  headers: Headers;
}

/** Whether the service answers to the name that it is called by. Null: nothing else can be checked. */
export async function reachedServer({
  stream,
  address,
}: Session): Promise<{ reached: ReachedServer | null; findings: Finding[] }> {
  const { host, origin } = new URL(address.url);
  const none = (...findings: Finding[]) => ({ reached: null, findings });
  try {
    const response = await stream('/api/login/options');
    const text = await response.text();
    const answers = finding('service', 'ok', `${host} answers`);
    if (response.status === 421)
      return none(
        answers,
        finding(
          'name',
          'fail',
          `the service is not called ${new URL(origin).hostname}`,
          `Set SVC_PUBLIC_URL to ${address.url}, or add the name to SVC_ALLOWED_HOSTS.`,
        ),
      );
    if (response.status === 401)
      return none(
        finding(
          'service',
          'fail',
          `${host} asks for a password`,
          'Put it into the URL: https://user:password@host (SVC_BASIC_AUTH).',
        ),
      );
    const options = response.ok ? parseServerOptions(text) : null;
    if (options === null)
      return none(
        finding(
          'service',
          'fail',
          `${host} is another server, or an older service (HTTP ${response.status})`,
          'Set SVC_URL or --url to the address of the service, or upgrade it.',
        ),
      );
    const name = finding('name', 'ok', `the service answers to ${new URL(origin).hostname}`);
    return { reached: { options, headers: response.headers }, findings: [answers, name] };
  } catch (fault) {
    return none(failed('service', fault));
  }
}
