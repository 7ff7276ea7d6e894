import type { TrafficClient } from '../traffic-client.ts';

const EDITOR = { email: 'editor@news.example', password: 'Correct-horse-7' };

type Session = Record<string, string>;

/**
 * An editorial office: the first user signs up, editors write authors and posts, readers search and look at the page.
 */
export async function payloadTraffic(client: TrafficClient): Promise<void> {
  const { send } = client;
  await send('GET', '/api/users/init');
  await send('GET', '/api/posts');
  await send('POST', '/api/posts', { body: { title: 'No right' }, expect: 403 });
  const session = await editors(client);
  const authors = await writeAuthors(client, session);
  const posts = await writePosts(client, session, authors);
  await readInManyWays(client, session, authors, posts);
  await graphql(client, session, posts);
  await welcome(client, session);
  await send('GET', '/');
  await send('GET', '/', { headers: session });
  await tidyUp(client, session, authors, posts);
}

async function editors({ send }: TrafficClient): Promise<Session> {
  await send('POST', '/api/users/first-register', { body: { ...EDITOR, name: 'Eve' } });
  await send('POST', '/api/users/first-register', { body: EDITOR, expect: 403 });
  await send('POST', '/api/users/login', { body: { ...EDITOR, password: 'wrong' }, expect: 401 });
  const { body } = await send('POST', '/api/users/login', { body: EDITOR });
  const session = { authorization: `JWT ${body.token}` };
  await send('GET', '/api/users/me', { headers: session });
  const { body: made } = await send('POST', '/api/users', {
    body: { email: 'ann@news.example', password: 'pw-of-ann-1', name: 'Ann' },
    headers: session,
  });
  await send('PATCH', `/api/users/${made.doc.id}`, { body: { name: 'Anna' }, headers: session });
  await send('GET', '/api/users', { headers: session });
  await send('GET', '/api/access', { headers: session });
  return session;
}

async function writeAuthors({ send }: TrafficClient, headers: Session): Promise<number[]> {
  const ids: number[] = [];
  for (const [name, born] of [
    ['Ursula K. Le Guin', '1929-10-21T00:00:00.000Z'],
    ['Italo Calvino', '1923-10-15T00:00:00.000Z'],
    ['Nobody', undefined],
  ])
    ids.push((await send('POST', '/api/authors', { body: { name, born }, headers })).body.doc.id);
  await send('POST', '/api/authors', { body: { born: '1900-01-01' }, headers, expect: 400 });
  await send('PATCH', `/api/authors/${ids[2]}`, { body: { name: 'Anonymous' }, headers });
  await send('GET', `/api/authors/${ids[2]}`);
  await send('GET', '/api/authors/4711', { expect: 404 });
  return ids;
}

async function writePosts({ send }: TrafficClient, headers: Session, authors: readonly number[]): Promise<number[]> {
  const ids: number[] = [];
  for (const [title, slug, section] of [
    ['The Dispossessed, reviewed', 'dispossessed', 'opinion'],
    ['Cities that nobody sees', 'cities', 'news'],
    ['A pamphlet', 'pamphlet', 'news'],
  ]) {
    const body = { title, slug, section, words: 100 * (ids.length + 1), author: authors[ids.length] };
    const tags = [{ tag: 'books' }, { tag: slug }];
    const post = { ...body, tags, related: ids, _status: 'published' };
    ids.push((await send('POST', '/api/posts', { body: post, headers })).body.doc.id);
  }
  await send('POST', '/api/posts', { body: { title: 'Again', slug: 'cities' }, headers, expect: 400 });
  await send('POST', '/api/posts', { body: { title: 'X', _status: 'published' }, headers, expect: 400 });
  await send('PATCH', `/api/posts/${ids[1]}`, { body: { title: 'Le città invisibili' }, headers });
  await send('PATCH', `/api/posts/${ids[0]}?draft=true`, { body: { words: 7, _status: 'draft' }, headers });
  await send('PATCH', '/api/posts/4711', { body: { words: 1 }, headers, expect: 404 });
  await send('POST', `/api/posts/${ids[2]}/duplicate`, { body: { slug: 'pamphlet-2' }, headers });
  return ids;
}

async function readInManyWays(
  { send }: TrafficClient,
  headers: Session,
  authors: readonly number[],
  posts: readonly number[],
): Promise<void> {
  for (const query of [
    '',
    '?limit=2&page=2&sort=title',
    '?where[words][greater_than]=150&depth=0',
    '?where[title][like]=pamphlet',
    '?where[section][in]=news,opinion&sort=-words&depth=2',
    `?where[author][equals]=${authors[0]}`,
    '?where[author.name][equals]=Anonymous',
    '?where[or][0][slug][equals]=cities&where[or][1][words][less_than]=150',
    '?where[tags.tag][equals]=books&pagination=false',
  ])
    await send('GET', `/api/posts${query}`);
  await send('GET', '/api/posts?where[unknown][equals]=1', { expect: 400 });
  await send('GET', '/api/unknown', { expect: 404 });
  await send('GET', '/api/posts/count?where[section][equals]=news');
  for (const post of posts) await send('GET', `/api/posts/${post}?depth=1`);
  await send('GET', `/api/posts/${posts[0]}?draft=true`, { headers });
  await send('GET', '/api/posts/versions?limit=3', { headers });
}

async function graphql({ send }: TrafficClient, headers: Session, posts: readonly number[]): Promise<void> {
  const ask = (endpoint: string, query: string, variables: Record<string, unknown> = {}) =>
    send('POST', '/api/graphql', { body: { query, variables }, headers, endpoint: `/graphql ${endpoint}` });
  await ask('Posts', '{ Posts(sort: "title") { totalDocs docs { id title author { name } tags { tag } } } }');
  await ask('Post', 'query($id: Int!) { Post(id: $id) { title related { title } } }', { id: posts[1] });
  await ask('createAuthor', 'mutation { createAuthor(data: { name: "By GraphQL" }) { id name } }');
  await ask('Authors', '{ Authors(where: { name: { equals: "By GraphQL" } }) { docs { name } } }');
}

async function welcome({ send }: TrafficClient, headers: Session): Promise<void> {
  await send('GET', '/api/globals/welcome');
  await send('POST', '/api/globals/welcome', { body: { headline: 'Hello' }, headers });
  await send('POST', '/api/globals/welcome', { body: { headline: 'Hello again' }, headers });
  await send('GET', '/api/globals/welcome');
}

async function tidyUp(
  { send }: TrafficClient,
  headers: Session,
  authors: readonly number[],
  posts: readonly number[],
): Promise<void> {
  await send('DELETE', `/api/authors/${authors[2]}`, { headers });
  await send('DELETE', `/api/posts/${posts[2]}`, { headers });
  await send('DELETE', '/api/posts?where[slug][equals]=pamphlet-2', { headers });
  await send('GET', `/api/posts/${posts[2]}`, { expect: 404 });
  await send('POST', '/api/users/refresh-token', { body: {}, headers });
  await send('POST', '/api/users/logout', { body: {}, headers });
  await send('GET', '/api/users/me', { headers });
}
