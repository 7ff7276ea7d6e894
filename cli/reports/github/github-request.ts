import { reasonOf } from '../../service-fetch.ts';

const TIMEOUT_MS = 30_000;

/** An answer of the API of GitHub that is of no use; the message is our own sentence. */
export class GitHubFailure extends Error {}

/** Sends JSON to the API of GitHub and returns what it answers. Redirects would send the token along. */
export async function githubRequest(token: string, method: 'POST' | 'PATCH', url: string, body: unknown) {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/vnd.github+json',
      'content-type': 'application/json',
      'user-agent': 'replay-regression-cli',
      'x-github-api-version': '2022-11-28',
    },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((fault: unknown) => {
    throw new GitHubFailure(`GitHub was not reached: ${reasonOf(fault).reason}`);
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new GitHubFailure(`GitHub answered HTTP ${response.status}${ADVICE.get(response.status) ?? ''}`);
  }
  const answer: unknown = await response.json().catch(() => {
    throw new GitHubFailure('GitHub did not answer with JSON');
  });
  return answer;
}

const ADVICE: ReadonlyMap<number, string> = new Map([
  [401, ': check GITHUB_TOKEN'],
  [403, ': the job needs the permission pull-requests: write, which pull requests of forks do not get'],
  [404, ': the token may not read the pull request'],
]);
