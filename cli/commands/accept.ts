import type { Paths } from '../../client/paths.ts';
import { type AcceptOptions, acceptChoice } from '../arguments/accept-choice.ts';
import { CliFailure } from '../cli-failure.ts';
import { listValue, timeValue } from '../option-values.ts';
import type { Program } from '../program.ts';
import { type Accepted, acceptedText, previewText } from '../reports/accept-text.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';

const EXAMPLES = `
What the build answered becomes the next version of the recordings. Later runs compare with it.

Examples:
  Everything that is expected: covered by \`replay expected\`, or marked. First without saving it:
    $ replay accept 6740a1b2c3d4e5f601234567 --expected --dry-run
    $ replay accept 6740a1b2c3d4e5f601234567 --expected --note 'build 4711 goes live'

  Requests with one finding, if they have no other one that is not expected:
    $ replay accept 6740a1b2c3d4e5f601234567 --finding FIELD_VALUE:total

  What is expected at one endpoint:
    $ replay accept 6740a1b2c3d4e5f601234567 --endpoint '/orders/{id}'

  The versions before, by the time that the command printed:
    $ replay accept 6740a1b2c3d4e5f601234567 --undo 2026-11-20T10:00:00.000Z`;

type Body = Paths['/api/replays/{planId}/accept']['post']['requestBody']['content']['application/json'];

interface Options extends AcceptOptions {
  dryRun?: true;
  undo?: string;
}

/** `replay accept`: makes what a run answered the new recordings, and restores the versions before (interface 13). */
export function addAccept({ program, open }: Program): void {
  const accept = program
    .command('accept')
    .description('accept results of a run as the new recordings')
    .argument('<planId>', 'id of the run')
    .option('--expected', 'every request whose differences are all expected')
    .option('--finding <kind:subject>', 'the requests of a finding')
    .option('--endpoint <path>', 'only at this endpoint; alone: what is expected there; may be repeated', listValue)
    .option('--request <id>', 'a single request, with all of its differences; may be repeated', listValue)
    .option('--note <text>', 'why they are accepted')
    .option('--force', 'accept server errors (5xx) too')
    .option('--dry-run', 'print what would change, and save nothing')
    .option('--undo <time>', 'restore the versions before what was accepted at this time', timeValue)
    .addHelpText('after', EXAMPLES);
  accept.action(async (planId: string, { undo, dryRun, ...options }: Options) => {
    const isUndo = undo !== undefined;
    if (isUndo && (dryRun || Object.keys(options).length > 0))
      throw new CliFailure('WRONG_USE', '--undo cannot be combined with other options', 'Remove them.');
    // The service rejects unknown kinds.
    const body = isUndo ? null : (acceptChoice(options) as Body);
    const session = await open(accept);
    if (body === null) return undone(session, planId, undo ?? '');
    return dryRun ? previewed(session, planId, body) : accepted(session, planId, body);
  });
}

async function undone({ client, output }: Session, planId: string, at: string): Promise<void> {
  const params = { path: { planId }, query: { at } };
  const done = await responseData(client.DELETE('/api/replays/{planId}/accept', { params }));
  output.result(done, () =>
    [
      `recordings with the version before: ${done.restored}`,
      ...(done.left > 0 ? [`left as they are, changed since or gone: ${done.left}`] : []),
    ].join('\n'),
  );
}

async function previewed({ client, output }: Session, planId: string, body: Body): Promise<void> {
  const params = { path: { planId } };
  const ask = (after: number) =>
    client.POST('/api/replays/{planId}/accept/preview', { params, body: { ...body, after } });
  const all = await responseData(ask(-1));
  for (let { next } = all; next !== null; ) {
    const more = await responseData(ask(next));
    all.accepts += more.accepts;
    all.mappedValues += more.mappedValues;
    all.changes.push(...more.changes);
    all.leftOut.push(...more.leftOut);
    next = more.next;
  }
  output.result({ ...all, next: null }, (width) => previewText(all, width));
}

async function accepted({ client, output }: Session, planId: string, body: Body): Promise<void> {
  const params = { path: { planId } };
  const ask = (after: number) => client.POST('/api/replays/{planId}/accept', { params, body: { ...body, after } });
  const all: Accepted = await responseData(ask(-1));
  const times = [all.at];
  for (let { next } = all; next !== null; ) {
    const more = await responseData(ask(next));
    times.push(more.at);
    all.mappedValues += more.mappedValues;
    all.accepted.push(...more.accepted);
    all.leftOut.push(...more.leftOut);
    next = more.next;
  }
  output.result({ ...all, next: null, undo: times }, () => acceptedText(all, times));
}
