import type { TrafficClient } from '../traffic-client.ts';

/** A bookshop's back office over REST and GraphQL: authors, books, tags and reviews. */
export async function platformaticTraffic(client: TrafficClient): Promise<void> {
  const { send } = client;
  const authors = await writeAuthors(client);
  const books = await writeBooks(client, authors);
  await tagsAndReviews(client, books);
  await readInManyWays(client, authors, books);
  await graphql(client, books);
  await send('DELETE', `/books/${books[0]}`, { expect: 500 });
  await send('DELETE', `/bookTags/book/${books[0]}/tag/classic`);
  for (const book of books.slice(2)) await send('DELETE', `/books/${book}?fields=id,title`);
  await send('GET', `/books/${books[2]}`, { expect: 404 });
  await send('PUT', '/books/?where.authorId.eq=1', { body: { title: 'Sold out', authorId: 1, inStock: false } });
  await send('GET', '/books/');
}

async function writeAuthors({ send }: TrafficClient): Promise<number[]> {
  const ids: number[] = [];
  for (const [name, born] of [
    ['Ursula K. Le Guin', '1929-10-21'],
    ['Italo Calvino', '1923-10-15'],
    ['Nobody', undefined],
  ])
    ids.push((await send('POST', '/authors/', { body: { name, born } })).body.id);
  await send('POST', '/authors/', { body: { born: '1900-01-01' }, expect: 400 });
  await send('PUT', `/authors/${ids[2]}`, { body: { name: 'Anonymous' } });
  await send('GET', `/authors/${ids[2]}`);
  await send('GET', '/authors/4711', { expect: 404 });
  return ids;
}

async function writeBooks({ send }: TrafficClient, authors: number[]): Promise<number[]> {
  const ids: number[] = [];
  for (const [title, price] of [
    ['The Dispossessed', 12.5],
    ['Invisible Cities', 9.99],
    ['A Pamphlet', 1],
    ['Another Pamphlet', 2],
  ]) {
    const { body } = await send('POST', '/books/', { body: { title, price, authorId: authors[ids.length % 3] } });
    ids.push(body.id);
  }
  await send('POST', '/books/', { body: { title: 'Lost', authorId: 4711 }, expect: 500 });
  for (const id of ids) await send('GET', `/books/${id}`);
  await send('PUT', `/books/${ids[1]}?fields=id,title,price`, { body: { title: 'Le città invisibili', authorId: 2 } });
  return ids;
}

async function tagsAndReviews({ send }: TrafficClient, books: number[]): Promise<void> {
  for (const tag of ['classic', 'utopia']) await send('POST', `/bookTags/book/${books[0]}/tag/${tag}`, { body: {} });
  await send('GET', `/bookTags/book/${books[0]}/tag/utopia`);
  await send('DELETE', `/bookTags/book/${books[0]}/tag/utopia`);
  await send('GET', '/bookTags/');
  const reviews: string[] = [];
  for (const stars of [5, 4]) {
    const review = { bookId: books[0], stars, comment: `${stars} of 5` };
    reviews.push((await send('POST', '/reviews/', { body: review })).body.id);
  }
  await send('POST', '/reviews/', { body: { bookId: books[0], stars: 9 }, expect: 500 });
  await send('GET', `/reviews/${reviews[0]}`);
  await send('GET', `/reviews/${reviews[0]}/book`);
  await send('PUT', `/reviews/${reviews[1]}`, { body: { bookId: books[0], stars: 3 } });
  await send('DELETE', `/reviews/${reviews[1]}`);
}

async function readInManyWays({ send }: TrafficClient, authors: number[], books: number[]): Promise<void> {
  for (const query of [
    '',
    '?limit=2&offset=1&orderby.title=asc',
    '?where.price.gt=5&fields=id,title',
    '?where.title.like=%25Pamphlet%25&totalCount=true',
    '?where.inStock.eq=true&where.authorId.in=1,2',
    '?where.or=(price.lt=2|price.gt=10)',
    '?where.createdAt.gt=2020-01-01T00:00:00Z&fields=title',
    '?where.updatedAt.lt=2020-01-01T00:00:00Z',
  ])
    await send('GET', `/books/${query}`);
  await send('GET', '/books/?where.price.gt=cheap', { expect: 500 });
  await send('GET', `/books/${books[0]}/author`);
  await send('GET', `/books/${books[0]}/reviews`);
  await send('GET', `/books/${books[0]}/bookTags`);
  for (const author of authors) await send('GET', `/authors/${author}/books`);
  await send('GET', '/reviews/');
  await send('GET', '/documentation/json');
}

async function graphql({ send }: TrafficClient, books: number[]): Promise<void> {
  const ask = (endpoint: string, query: string, variables: Record<string, unknown> = {}) =>
    send('POST', '/graphql', { body: { query, variables }, endpoint: `/graphql ${endpoint}` });
  await ask(
    'books',
    '{ books(orderBy: [{ field: id, direction: ASC }]) { id title author { name } reviews { stars } } }',
  );
  await ask('authors', '{ authors(where: { name: { eq: "Anonymous" } }) { id books { title } } }');
  await ask('countBooks', '{ countBooks { total } }');
  await ask('saveBook', 'mutation($book: BookInput!) { saveBook(input: $book) { id title } }', {
    book: { title: 'By GraphQL', authorId: '1', price: '4' },
  });
  await ask('getBookById', 'query($id: ID!) { getBookById(id: $id) { title author { born } } }', {
    id: books[0],
  });
  await ask('insertAuthors', 'mutation { insertAuthors(inputs: [{ name: "A" }, { name: "B" }]) { id name } }');
  await ask('deleteBooks', 'mutation { deleteBooks(where: { title: { eq: "By GraphQL" } }) { id } }');
}
