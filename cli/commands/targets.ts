import { checkApplication, sayIfUnknown } from '../checks/known-application.ts';
import { tableText } from '../output.ts';
import type { Program } from '../program.ts';
import { responseData } from '../unwrap-response.ts';

const EXAMPLES = `
Examples:
  $ replay targets list shop
  $ replay targets allow shop https://staging.shop.example
  Every preview deployment:
    $ replay targets allow shop 'https://*.preview.shop.example'
  $ replay targets remove shop https://staging.shop.example

Runs send recorded credentials to these addresses only. SVC_TARGETS allows addresses to all applications.`;

const ADDRESS = 'an origin, or https://*.suffix';

/** `replay targets`: where runs of an application may send recorded credentials (interface 14). */
export function addTargets({ program, open }: Program): void {
  const targets = program
    .command('targets')
    .description('where runs may send recorded credentials: list, allow, remove; changes need the scope admin')
    .addHelpText('after', EXAMPLES);

  const list = targets.command('list').description('allowed targets of an application').argument('<appId>');
  list.action(async (appId: string) => {
    const session = await open(list);
    const { client, output } = session;
    const answer = await responseData(client.GET('/api/apps/{appId}/targets', { params: { path: { appId } } }));
    if (answer.items.length === 0) await checkApplication(session, appId);
    const rows = answer.items.map((one) => [one.address, one.allowedBy, one.at, one.for ?? 'all runs']);
    output.result(answer, (width) =>
      tableText(['address', 'allowed by', 'at', 'for'], rows, 'There are no targets.', width),
    );
  });

  const allow = targets
    .command('allow')
    .description('allow an address until it is removed')
    .argument('<appId>')
    .argument('<address>', ADDRESS);
  allow.action(async (appId: string, address: string) => {
    const session = await open(allow);
    const { client, output } = session;
    const target = await responseData(
      client.POST('/api/apps/{appId}/targets', { params: { path: { appId } }, body: { address } }),
    );
    output.result(target, () => `allowed ${target.address}`);
    await sayIfUnknown(session, appId);
  });

  const remove = targets
    .command('remove')
    .description('remove an address; runs towards it end')
    .argument('<appId>')
    .argument('<address>', ADDRESS)
    .option('--for <planId>', 'the address that is allowed for this run');
  remove.action(async (appId: string, address: string, { for: planId }: { for?: string }) => {
    const { client, output } = await open(remove);
    const query = { address, ...(planId && { for: planId }) };
    const removed = await responseData(
      client.DELETE('/api/apps/{appId}/targets', { params: { path: { appId }, query } }),
    );
    output.result(removed, () => `removed ${removed.address}`);
  });
}
