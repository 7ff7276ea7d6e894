import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { caCertificatePath, createCa } from '../../proxies/certificates/local-ca.ts';
import { constraintHost } from '../../proxies/certificates/permitted-host.ts';
import type { Program } from '../program.ts';
import { defaultCaFolder } from '../proxy/default-ca-folder.ts';
import { trustText } from '../proxy/trust-text.ts';

interface CaOptions {
  ca?: string;
}

interface CreateOptions extends CaOptions {
  host: readonly string[];
}

const EXAMPLES = `
The forward proxy of \`replay record\` and \`replay mock\` reads https with certificates of this CA. Only the application under
test has to trust it, by its environment; do not add it to the trust store of a machine or browser. Its key never leaves the folder.
Clients accept it for the hosts of --host alone; https of other hosts is not read.

Examples:
  $ replay ca create --host api.example.com --host inventory.internal
  $ NODE_EXTRA_CA_CERTS=$(replay ca path) HTTPS_PROXY=http://127.0.0.1:8092 node app.js
  $ replay ca explain`;

/** `replay ca`: the local certificate authority of the forward proxy. */
export function addCa({ program, local }: Program): void {
  const group = program
    .command('ca')
    .description('the local CA by which a forward proxy reads https')
    .addHelpText('after', EXAMPLES);
  const withFolder = (command: Command) =>
    command.option('--ca <folder>', 'where the CA is ($XDG_CONFIG_HOME/replay/ca)');

  const create = withFolder(
    group
      .command('create')
      .description('create the CA; its key is readable by its owner only')
      .requiredOption(
        '--host <host>',
        'a host that the CA may sign for: a name with its subdomains, or an address (repeatable)',
        parseHost,
      ),
  );
  create.action(async ({ ca, host: hosts }: CreateOptions) => {
    const { host, output } = local(create);
    const folder = ca ?? defaultCaFolder(host);
    const { certificate } = await createCa(folder, host.now(), hosts);
    const path = caCertificatePath(folder);
    output.result({ certificate: path, expiresAt: certificate.notAfter.toISOString() }, () => trustText(path));
  });

  const path = withFolder(group.command('path').description('print the file of the certificate'));
  path.action(({ ca }: CaOptions) => {
    const { host, output } = local(path);
    const file = caCertificatePath(ca ?? defaultCaFolder(host));
    output.result({ certificate: file }, () => file);
  });

  const explain = withFolder(group.command('explain').description('explain how to make an application trust the CA'));
  explain.action(({ ca }: CaOptions) => {
    const { host, output } = local(explain);
    const file = caCertificatePath(ca ?? defaultCaFolder(host));
    if (!existsSync(file)) output.say('there is no CA yet: replay ca create --host <name>');
    output.result({ certificate: file, exists: existsSync(file) }, () => trustText(file));
  });
}

function parseHost(text: string, before: readonly string[] = []): readonly string[] {
  const host = constraintHost(text);
  if (host === null) throw new InvalidArgumentError('It is a host name, such as api.example.com, or an address.');
  return [...before, host];
}
