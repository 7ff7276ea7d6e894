import { type Command, Option } from 'commander';
import { ROLES, type Role } from '../../functions/login/domain/roles.ts';
import { parseUserName } from '../../functions/login/domain/user-name.ts';
import { CliFailure } from '../cli-failure.ts';
import type { Program } from '../program.ts';
import { type DataOptions, withDataOptions } from './data-options.ts';
import { grantedText } from './granted-text.ts';
import { onData } from './on-data.ts';

const EXAMPLES = `
It works on the data directory, also while the service runs. A user who has not logged in yet gets the role at the first
login, by mail or by a provider; SVC_LOGIN_DOMAINS has to list the mail domain. There is no password.

Examples:
  $ replay admin user add ann@example.com --role admin --data /var/lib/replay`;

/** `replay admin user add`: gives a user a role, such as the first administrator of a service. */
export function addUsers(admin: Command, { local }: Pick<Program, 'local'>): void {
  const user = admin.command('user').description('users of a standalone service on this machine');
  const add = withDataOptions(
    user
      .command('add')
      .description('give a user a role in the tenant default, such as the first administrator')
      .argument('<userName>', 'mail address')
      .addOption(new Option('--role <role>', 'role of the user').choices(ROLES).makeOptionMandatory()),
  ).addHelpText('after', EXAMPLES);
  add.action(async (given: string, { role, ...options }: DataOptions & { role: Role }) => {
    const { host, output } = local(add);
    const userName = parseUserName(given);
    if (userName === null) throw new CliFailure('WRONG_USE', 'userName must be a mail address');
    const member = await onData(host, options, async ({ dataDir, ...facts }) => {
      const { withData } = await import('../../functions/platform/standalone/admin/with-data.ts');
      const { grantRole } = await import('../../functions/login/service/grant-role.ts');
      return withData(dataDir, facts, (world) => grantRole(world, { userName, role }));
    });
    if (member === 'LAST_ADMIN')
      throw new CliFailure(
        'LAST_ADMIN',
        `${userName} is the last active admin`,
        'Add another admin first, who has to log in once.',
      );
    const { state } = member;
    output.result({ userName, role, state }, () => grantedText({ userName, role, state }));
  });
}
