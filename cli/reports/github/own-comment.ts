import * as v from 'valibot';
import { GitHubFailure, githubRequest } from './github-request.ts';
import type { PullRequest } from './pull-request.ts';

const QUERY = `query($owner: String!, $name: String!, $number: Int!, $after: String) {
  viewer { login }
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { comments(first: 100, after: $after) {
    nodes { databaseId body isMinimized author { login } }
    pageInfo { hasNextPage endCursor }
  } } }
}`;

const Comments = v.object({
  data: v.object({
    viewer: v.object({ login: v.string() }),
    repository: v.object({
      pullRequest: v.object({
        comments: v.object({
          nodes: v.array(
            v.object({
              databaseId: v.nullable(v.number()),
              body: v.string(),
              isMinimized: v.boolean(),
              author: v.nullable(v.object({ login: v.string() })),
            }),
          ),
          pageInfo: v.object({ hasNextPage: v.boolean(), endCursor: v.nullable(v.string()) }),
        }),
      }),
    }),
  }),
});

/** Pages of 100 comments that are searched. */
const MAX_PAGES = 20;

type Page = v.InferOutput<typeof Comments>['data'];

/**
 * The id of the comment that begins with a marker and was written with this token; null if there is none. Another
 * person may have copied the marker. The login of an app ends in `[bot]` as viewer, and not as author.
 */
export async function ownComment(token: string, pull: PullRequest, marker: string): Promise<number | null> {
  let after: string | null = null;
  for (let count = 0; count < MAX_PAGES; count++) {
    const { viewer, repository }: Page = await pageOf(token, pull, after);
    const { nodes, pageInfo } = repository.pullRequest.comments;
    const login = viewer.login.replace(/\[bot\]$/, '');
    const found = nodes.find(
      ({ author, body, isMinimized }) => author?.login === login && body.startsWith(marker) && !isMinimized,
    );
    if (found?.databaseId) return found.databaseId;
    if (!pageInfo.hasNextPage) return null;
    after = pageInfo.endCursor;
  }
  return null;
}

async function pageOf(token: string, { owner, name, number, graphql }: PullRequest, after: string | null) {
  const variables = { owner, name, number, after };
  const answer = v.safeParse(Comments, await githubRequest(token, 'POST', graphql, { query: QUERY, variables }));
  if (!answer.success) throw new GitHubFailure('GitHub did not list the comments of the pull request');
  return answer.output.data;
}
