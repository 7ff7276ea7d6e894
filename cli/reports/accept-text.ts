import type { Paths } from '../../client/paths.ts';
import { tableText } from '../output.ts';

type Post = Paths['/api/replays/{planId}/accept']['post'];
type Preview = Paths['/api/replays/{planId}/accept/preview']['post']['responses'][200]['content']['application/json'];
type LeftOut = Preview['leftOut'];

/** The answers to all calls of one command. */
export type Accepted = Post['responses'][200]['content']['application/json'];

/** Requests that were left out, by their reason. */
const leftOutText = (leftOut: LeftOut): string[] =>
  [...Map.groupBy(leftOut, ({ reasonText }) => reasonText)].map(([text, all]) => `left out: ${all.length}, ${text}`);

/** What would change, by endpoint and field. */
export const previewText = ({ accepts, changes, leftOut, mappedValues }: Preview, width: number | undefined): string =>
  [
    tableText(
      ['endpoint', 'kind', 'what', 'recorded', 'new recording', 'recordings'],
      changes.map((one) => [
        `${one.method ?? ''} ${one.operation}`.trim(),
        one.kind,
        one.subject,
        one.recorded,
        one.replayed,
        one.leftOut === null ? one.recordings : `${one.recordings} left out`,
      ]),
      'Nothing would change.',
      width,
    ),
    `recordings: ${accepts}; ids and tokens written as recorded: ${mappedValues}`,
    ...leftOutText(leftOut),
    'nothing was saved',
  ].join('\n');

/** What was accepted, and how to undo it. */
export const acceptedText = ({ planId, accepted, leftOut, mappedValues }: Accepted, times: readonly string[]): string =>
  [
    accepted.length === 0
      ? 'No recording was changed.'
      : `recordings with a new version: ${accepted.length}; ids and tokens written as recorded: ${mappedValues}`,
    ...leftOutText(leftOut),
    ...(accepted.length === 0 ? [] : times.map((at) => `undo:  replay accept ${planId} --undo ${at}`)),
  ].join('\n');
