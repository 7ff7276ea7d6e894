import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { Host } from '../../host.ts';

/** A pull request and where its comments are. */
export interface PullRequest {
  api: string;
  graphql: string;
  owner: string;
  name: string;
  number: number;
}

const Event = v.object({ pull_request: v.object({ number: v.pipe(v.number(), v.integer(), v.minValue(1)) }) });
const Repository = /^(\w[\w.-]*)\/(?!\.{1,2}$)([\w.-]+)$/;

/** The pull request that started a workflow of GitHub, by its event; null for other events and elsewhere. */
export function pullRequestOf(env: Host['env']): PullRequest | null {
  const [, owner, name] = Repository.exec(env.GITHUB_REPOSITORY ?? '') ?? [];
  const number = numberOf(env.GITHUB_EVENT_PATH);
  if (owner === undefined || name === undefined || number === null) return null;
  const api = (env.GITHUB_API_URL || 'https://api.github.com').replace(/\/+$/, '');
  return { api, graphql: env.GITHUB_GRAPHQL_URL || `${api}/graphql`, owner, name, number };
}

function numberOf(eventPath: string | undefined): number | null {
  if (!eventPath) return null;
  try {
    const event = v.safeParse(Event, JSON.parse(readFileSync(eventPath, 'utf8')));
    return event.success ? event.output.pull_request.number : null;
  } catch {
    // An event that cannot be read names no pull request.
    return null;
  }
}
