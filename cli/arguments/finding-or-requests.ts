import { CliFailure } from '../cli-failure.ts';

/** Options that name a finding of a run, or some of its requests. */
export interface NamedOptions {
  kind?: string;
  subject?: string;
  operation?: string[];
  request?: string[];
}

/** A finding, whose kind the service checks, or ids of requests. */
export type FindingOrRequests =
  | { requests: string[] }
  | { finding: { kind: string; subject: string; operations?: string[] } };

/** What the options name; refuses both and neither. */
export function findingOrRequests({ kind, subject, operation, request }: NamedOptions): FindingOrRequests {
  if (request !== undefined && kind === undefined && subject === undefined && operation === undefined)
    return { requests: request };
  if (request !== undefined || kind === undefined || subject === undefined)
    throw new CliFailure(
      'WRONG_USE',
      'either --kind and --subject, or --request is required',
      'Give one of them; `replay status` lists kinds and subjects.',
    );
  return { finding: { kind, subject, ...(operation && { operations: operation }) } };
}
