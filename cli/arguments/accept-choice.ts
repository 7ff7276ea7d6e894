import { CliFailure } from '../cli-failure.ts';

/** Options that say what of a run becomes the recording. */
export interface AcceptOptions {
  expected?: true;
  finding?: string;
  endpoint?: string[];
  request?: string[];
  note?: string;
  force?: true;
}

/** The choice as the service takes it, which checks its kind. */
export interface AcceptChoice {
  requests?: string[];
  finding?: { kind: string; subject: string; operations?: string[] };
  expected?: true;
  operations?: string[];
  note?: string;
  force?: true;
}

/** What the options choose; refuses none and more than one. `--endpoint` alone is all that is expected there. */
export function acceptChoice({ expected, finding, endpoint, request, note, force }: AcceptOptions): AcceptChoice {
  const more = { ...(note !== undefined && { note }), ...(force && { force }) };
  const operations = endpoint && { operations: endpoint };
  const isExpected = expected ?? (endpoint && finding === undefined && request === undefined);
  const given = [isExpected, finding, request].filter((one) => one !== undefined);
  if (given.length !== 1 || (request && endpoint))
    throw new CliFailure(
      'WRONG_USE',
      'one of --expected, --finding, --endpoint and --request is required',
      'Give one of them; --endpoint may also limit --expected and --finding.',
    );
  if (request) return { requests: request, ...more };
  return finding === undefined
    ? { expected: true, ...operations, ...more }
    : { finding: { ...findingOf(finding), ...operations }, ...more };
}

/** `FIELD_VALUE:total`. */
function findingOf(text: string): { kind: string; subject: string } {
  const at = text.indexOf(':');
  if (at < 1 || at === text.length - 1)
    throw new CliFailure(
      'WRONG_USE',
      '--finding is <kind>:<subject>',
      'For example FIELD_VALUE:total; `replay status` lists kinds and subjects.',
    );
  return { kind: text.slice(0, at), subject: text.slice(at + 1) };
}
