import type { AppUser } from '../app-user.ts';

/** Two people write and read a blog; each of their operations has a name, some queries are refused. */
export async function graphqlTraffic(visit: () => AppUser): Promise<void> {
  const [ann, ben] = [visit(), visit()];
  for (const title of ['Butter', 'Cheese', 'Eggs', 'Salt']) {
    const user = title.length > 5 ? ann : ben;
    await ask(
      user,
      'AddPost',
      'mutation AddPost($t: String!) { createPost(title: $t, views: 1, user_id: 2, published_at: "2026-03-01T10:00:00.000Z") { id title } }',
      { t: title },
    );
    await ask(ben, 'Posts', 'query Posts { allPosts(sortField: "id", sortOrder: "asc") { id title views } }');
  }
  for (const id of ['1', '2', '3', '99'])
    await ask(ann, 'Post', 'query Post($id: ID!) { Post(id: $id) { title views User { name } Comments { body } } }', {
      id,
    });
  for (const post of ['1', '3'])
    await ask(
      ben,
      'AddComment',
      'mutation AddComment($p: ID!, $b: String!) { createComment(post_id: $p, body: $b, date: "2026-03-02T10:00:00.000Z") { id body Post { title } } }',
      { p: post, b: `about ${post}` },
    );
  await ask(ann, 'Comments', 'query Comments { allComments { id body date Post { id title } } }');
  for (const filter of ['{ views_gte: 60 }', '{ title: "Salt" }', '{ q: "utt" }'])
    await ask(ann, 'Search', `query Search { allPosts(filter: ${filter}) { id title } }`);
  for (const page of [0, 1, 2])
    await ask(ben, 'Page', 'query Page($p: Int!) { allPosts(page: $p, perPage: 2) { id title } }', { p: page });
  await ask(ben, 'Total', 'query Total { _allPostsMeta { count } _allCommentsMeta { count } }');
  await ask(ann, 'Rename', 'mutation Rename { updatePost(id: "3", title: "Butter, salted") { id title views } }');
  await ask(ben, 'Post', 'query Post($id: ID!) { Post(id: $id) { title views User { name } Comments { body } } }', {
    id: '3',
  });
  await ask(ben, 'Remove', 'mutation Remove { removePost(id: "4") { id } }');
  await ask(ann, 'Total', 'query Total { _allPostsMeta { count } _allCommentsMeta { count } }');
  await ask(ann, 'Broken', 'query Broken { allPosts { nothing } }');
  await ask(ann, 'Users', 'query Users { allUsers { id name Posts { title } } }');
  for (const user of [ann, ben])
    await ask(
      user,
      'Types',
      'query Types { __schema { queryType { name } mutationType { name } types { name kind } } }',
    );
  for (const id of ['5', '6', '1', '2'])
    await ask(ben, 'Post', 'query Post($id: ID!) { Post(id: $id) { title views User { name } Comments { body } } }', {
      id,
    });
  for (const title of [
    'Flour',
    'Sugar',
    'Rice',
    'Tea',
    'Yeast',
    'Oil',
    'Jam',
    'Honey',
    'Oats',
    'Barley',
    'Malt',
    'Hops',
  ])
    await ask(
      ben,
      'AddPost',
      'mutation AddPost($t: String!) { createPost(title: $t, views: 1, user_id: 2, published_at: "2026-03-01T10:00:00.000Z") { id title } }',
      { t: title },
    );
  await ask(ann, 'Posts', 'query Posts { allPosts(sortField: "id", sortOrder: "asc") { id title views } }');
}

const ask = (user: AppUser, operationName: string, query: string, variables: Record<string, unknown> = {}) =>
  user.send('POST', '/', { body: { operationName, query, variables } });
