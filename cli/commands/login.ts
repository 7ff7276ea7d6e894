import { createInterface } from 'node:readline/promises';
import type { LoginAnswer } from '../../client/paths.ts';
import { serviceClient } from '../../client/service-client.ts';
import { loginLinks, loginLinkUrl } from '../../functions/platform/standalone/admin/login-links.ts';
import { CliFailure } from '../cli-failure.ts';
import { loginOf } from '../credential.ts';
import type { Host } from '../host.ts';
import type { Program } from '../program.ts';
import { isLoopbackUrl } from '../service-address.ts';
import { serviceFetch } from '../service-fetch.ts';
import type { Session } from '../session.ts';
import { storedLogins } from '../stored-logins.ts';
import { envelopeBody, responseData } from '../unwrap-response.ts';

const EXAMPLES = `
A code comes by mail (10 minutes, 5 tries). The tokens are kept in $XDG_CONFIG_HOME/replay/logins.json, which only you can read,
for this address of the service only; they are refreshed automatically. SVC_TOKEN goes before them.

Examples:
  $ replay login ann@shop.example
  $ replay login --guest                   read-only for 15 minutes, if the service allows guests
  $ replay login --local                   a link to the console of a service that you started on this machine
  $ replay logout
For automation use an API key in SVC_TOKEN instead (replay keys add --help).`;

interface LoginOptions {
  guest?: boolean;
  code?: string;
  local?: boolean;
  data?: string;
}

/** `replay login` and `replay logout` (interface 4.8). */
export function addLogin({ program, open }: Program): void {
  const login = program
    .command('login')
    .description('log in with a code sent by email, and keep the tokens')
    .argument('[userName]', 'mail address')
    .option('--guest', 'log in as a read-only guest')
    .option('--code <code>', 'the code, if you have it already')
    .option('--local', 'print a one-time link to the console of the standalone service that you started')
    .option('--data <directory>', 'with --local: its data directory (SVC_DATA_DIR; ./data)')
    .addHelpText('after', EXAMPLES);
  login.action(async (userName: string | undefined, { guest, code, local, data }: LoginOptions) => {
    const session = await open(login);
    if (local) return printLink(session, data);
    // The previous credential must not affect whether the new one is issued.
    const client = serviceClient({ url: session.address.url, fetch: serviceFetch(session.address) });
    const answer = guest ? await asGuest(client) : await byCode({ ...session, client }, userName, code);
    for (const { tenantId } of answer.invitations ?? [])
      session.output.say(`You are invited to the tenant ${tenantId}: answer at ${session.address.url}/console/tenants`);
    const stored = loginOf(answer);
    if (stored === null)
      throw new CliFailure(
        'NOT_LOGGED_IN',
        answer.reason ?? 'the login was refused',
        'Ask for a new code and try again.',
      );
    const logins = storedLogins(session.host);
    await logins.change(session.address.url, async () => stored);
    const { userName: name, expiresAt } = stored;
    session.output.result(
      { userName: name, expiresAt, url: session.address.url },
      () => `logged in to ${session.address.url} as ${name}`,
    );
  });

  const logout = program.command('logout').description('end the session and forget its tokens');
  logout.action(async () => {
    const { address, host, output } = await open(logout);
    const logins = storedLogins(host);
    const stored = await logins.find(address.url);
    if (stored !== undefined) {
      const { accessToken, refreshToken } = stored;
      const client = serviceClient({ url: address.url, fetch: serviceFetch(address) });
      // A session that has already ended needs no logout.
      await client.POST('/api/login/logout', {
        params: { header: refreshToken === null ? { 'access-token': accessToken } : { 'refresh-token': refreshToken } },
      });
      await logins.change(address.url, async () => undefined);
    }
    output.result({ url: address.url }, () => `logged out of ${address.url}`);
  });
}

/** Creates a link in the data directory, which proves that this process runs as the user of the service. */
async function printLink({ address, host, output }: Session, data: string | undefined): Promise<void> {
  if (!isLoopbackUrl(address.url))
    throw new CliFailure(
      'NOT_LOCAL',
      '--local needs a service at a loopback address',
      'Set --url or SVC_URL to where the service listens on this machine, such as http://127.0.0.1:8090.',
    );
  const code = await loginLinks(data ?? (host.env.SVC_DATA_DIR || './data'), host.now).create();
  if (code === null)
    throw new CliFailure(
      'NO_LOCAL_LOGIN',
      'no service that you started offers a local login with this data directory',
      'Name its data directory by --data, and run the command as the user of the service (docs/login.md).',
    );
  const link = loginLinkUrl(address.url, code);
  output.result({ link }, () => link);
}

type Client = Session['client'];

const asGuest = (client: Client): Promise<LoginAnswer> =>
  envelopeBody<LoginAnswer>(client.POST('/api/login/loginAsGuest', { body: {} }));

async function byCode(
  { client, host, output }: Session,
  given: string | undefined,
  givenCode: string | undefined,
): Promise<LoginAnswer> {
  const userName = given ?? (await prompt(host, 'Mail address: '));
  if (givenCode === undefined) {
    await responseData(client.POST('/api/login/getVerificationCode/{userName}', { params: { path: { userName } } }));
    output.say(`If ${userName} may log in, a code is on its way there.`);
  }
  const verifyCode = givenCode ?? (await prompt(host, 'Code: '));
  return envelopeBody(
    client.POST('/api/login/verify', { body: { userName, verifyCode: verifyCode.replaceAll(/\s/g, '') } }),
  );
}

/** Prompts on stderr, so that stdout carries only the result. */
async function prompt({ stdin, stderr }: Host, question: string): Promise<string> {
  const lines = createInterface({ input: stdin, output: stderr });
  const closed = new Promise<never>((_, reject) =>
    lines.once('close', () =>
      reject(
        new CliFailure('NO_ANSWER', 'nothing was entered', 'Give the mail address and --code on the command line.'),
      ),
    ),
  );
  // If the answer wins the race, nothing else handles the rejection.
  closed.catch(() => {});
  try {
    return (await Promise.race([lines.question(question), closed])).trim();
  } finally {
    lines.close();
  }
}
