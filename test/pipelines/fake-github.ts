import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface Comment {
  id: number;
  login: string;
  body: string;
}

interface Answering {
  /** The status of each request; 0 answers as GitHub does. */
  status?: number;
  /** Who the token belongs to, as the API names it. */
  viewer?: string;
}

/** The part of the API of GitHub that writes comments, on loopback: comments of pull request 7 of acme/shop. */
export async function fakeGitHub({ status = 0, viewer = 'github-actions[bot]' }: Answering = {}) {
  const comments: Comment[] = [];
  const requests: { method: string; path: string; authorization: string }[] = [];
  const login = viewer.replace('[bot]', '');
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    requests.push({ method, path, authorization: headers.authorization ?? '' });
    const body = (await json(request)) as { body?: string; variables?: { after: string | null } }; // what the CLI sends
    const answer = (code: number, value: unknown) => response.writeHead(code).end(JSON.stringify(value));
    if (status !== 0) return answer(status, { message: 'no' });
    if (path === '/graphql') return answer(200, { data: pageOf(comments, viewer, body.variables?.after ?? null) });
    if (method === 'POST' && path === '/repos/acme/shop/issues/7/comments') {
      comments.push({ id: 100 + comments.length, login, body: body.body ?? '' });
      return answer(201, {});
    }
    const id = Number(/^\/repos\/acme\/shop\/issues\/comments\/(\d+)$/.exec(path)?.[1]);
    const comment = comments.find((one) => one.id === id);
    if (method !== 'PATCH' || comment === undefined) return answer(404, {});
    comment.body = body.body ?? '';
    return answer(200, {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    comments,
    requests,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const PAGE = 2;

/** Two comments a page, so that there are pages. */
function pageOf(comments: readonly Comment[], viewer: string, after: string | null) {
  const start = Number(after ?? 0);
  const nodes = comments
    .slice(start, start + PAGE)
    .map(({ id, login, body }) => ({ databaseId: id, body, isMinimized: false, author: { login } }));
  const end = start + nodes.length;
  const pageInfo = { hasNextPage: end < comments.length, endCursor: String(end) };
  return { viewer: { login: viewer }, repository: { pullRequest: { comments: { nodes, pageInfo } } } };
}
