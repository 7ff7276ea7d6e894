import type { Host } from '../../host.ts';
import type { Output } from '../../output.ts';
import { GitHubFailure, githubRequest } from './github-request.ts';
import { ownComment } from './own-comment.ts';
import { pullRequestOf } from './pull-request.ts';

/** GitHub refuses comments of more characters. */
const MAX_LENGTH = 65_536;
const CUT = '\n\n… The report has the rest.\n';

/**
 * Writes a report as the one comment of this name on the pull request that started the workflow: creates it, or updates
 * the one of an earlier run. It is information, so a failure is said and does not fail the job.
 */
export async function writeComment(
  { host, output }: { host: Pick<Host, 'env'>; output: Pick<Output, 'say'> },
  name: string,
  report: string,
): Promise<void> {
  const pull = pullRequestOf(host.env);
  if (pull === null) return output.say('--github-comment: no pull request started this job, so there is no comment');
  const token = host.env.GITHUB_TOKEN?.trim();
  if (!token) return output.say('--github-comment: GITHUB_TOKEN is not set, so there is no comment');
  // Anything else could end the marker, or be the marker of another name.
  const marker = `<!-- replay-regression ${name.replaceAll(/[^\w.:-]/g, '_').replaceAll('--', '__')} -->\n`;
  const body = cut(`${marker}${report}`);
  const repository = `${pull.api}/repos/${pull.owner}/${pull.name}`;
  try {
    const id = await ownComment(token, pull, marker.trimEnd());
    if (id === null) await githubRequest(token, 'POST', `${repository}/issues/${pull.number}/comments`, { body });
    else await githubRequest(token, 'PATCH', `${repository}/issues/comments/${id}`, { body });
  } catch (fault) {
    if (!(fault instanceof GitHubFailure)) throw fault;
    output.say(`--github-comment: the comment was not written. ${fault.message}`);
  }
}

const cut = (text: string): string =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - CUT.length).toWellFormed()}${CUT}` : text;
