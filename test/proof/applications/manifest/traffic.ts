import type { TrafficClient } from '../traffic-client.ts';

const UNKNOWN = '7d9f5a6e-3a53-4c5c-9d5f-0c3e0a6f3f11';
const ADMIN = { email: 'admin@books.example', password: 'Correct-horse-7' };

type Session = Record<string, string>;

/** A book club: an administrator keeps authors, genres and books; members sign up, read and review. */
export async function manifestTraffic(client: TrafficClient): Promise<void> {
  const { send } = client;
  await send('GET', '/api/health');
  await send('GET', '/api/collections/books');
  await send('POST', '/api/collections/books', { body: { title: 'No right' }, expect: 403 });
  const admin = await administrator(client);
  const authors = await writeAuthors(client, admin);
  const genres = await writeGenres(client, admin);
  const books = await writeBooks(client, admin, authors, genres);
  for (const name of ['ann', 'bob']) await member(client, name, books);
  await readInManyWays(client, admin, authors, books);
  await welcome(client, admin);
  await tidyUp(client, admin, authors, books);
}

async function administrator({ send }: TrafficClient): Promise<Session> {
  await send('POST', '/api/auth/admins/signup', { body: ADMIN });
  await send('POST', '/api/auth/admins/signup', { body: ADMIN, expect: 403 });
  await send('GET', '/api/auth/admins/default-exists');
  await send('POST', '/api/auth/admins/login', { body: { ...ADMIN, password: 'wrong' }, expect: 401 });
  const { body } = await send('POST', '/api/auth/admins/login', { body: ADMIN });
  const session = { authorization: `Bearer ${body.token}` };
  await send('GET', '/api/auth/admins/me', { headers: session });
  await send('GET', '/api/manifest', { headers: session });
  await send('GET', '/api/collections/admins', { headers: session });
  return session;
}

async function writeAuthors({ send }: TrafficClient, headers: Session): Promise<string[]> {
  const ids: string[] = [];
  for (const [name, born] of [
    ['Ursula K. Le Guin', '1929-10-21'],
    ['Italo Calvino', '1923-10-15'],
    ['Nobody', undefined],
  ]) {
    const { body } = await send('POST', '/api/collections/authors', { body: { name, born }, headers });
    ids.push(body.id);
  }
  await send('POST', '/api/collections/authors', { body: { born: '1900-01-01' }, headers, expect: 400 });
  await send('PUT', `/api/collections/authors/${ids[2]}`, { body: { name: 'Anonymous' }, headers });
  await send('GET', `/api/collections/authors/${ids[2]}`);
  await send('GET', `/api/collections/authors/${UNKNOWN}`, { expect: 404 });
  await send('GET', '/api/collections/authors/not-an-id', { expect: 400 });
  return ids;
}

async function writeGenres({ send }: TrafficClient, headers: Session): Promise<string[]> {
  const ids: string[] = [];
  for (const name of ['Novel', 'Utopia', 'Essay'])
    ids.push((await send('POST', '/api/collections/genres', { body: { name }, headers })).body.id);
  return ids;
}

async function writeBooks(
  { send }: TrafficClient,
  headers: Session,
  authors: readonly string[],
  genres: readonly string[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const [title, price, pages] of [
    ['The Dispossessed', 12.5, 341],
    ['Invisible Cities', 9.99, 165],
    ['A Pamphlet', 1, 12],
  ] as const) {
    const body = {
      title,
      price,
      pages,
      summary: `${title}, in short`,
      published: '1974-05-01',
      cover: 'soft',
      shelf: { lat: 59.9, lng: 10.7 },
      purchasePrice: price / 2,
      authorId: authors[ids.length],
      genreIds: genres.slice(0, ids.length + 1),
      chapters: [{ name: 'One', page: 1 }],
    };
    ids.push((await send('POST', '/api/collections/books', { body, headers })).body.id);
  }
  await send('POST', '/api/collections/books', { body: { title: 'X' }, headers, expect: 400 });
  await send('PATCH', `/api/collections/books/${ids[1]}`, { body: { title: 'Le città invisibili' }, headers });
  await send('PATCH', `/api/collections/books/${ids[0]}`, { body: { lent: true, genreIds: [genres[2]] }, headers });
  await send('PATCH', `/api/collections/books/${UNKNOWN}`, { body: { lent: true }, headers, expect: 404 });
  return ids;
}

async function member({ send }: TrafficClient, name: string, books: readonly string[]): Promise<void> {
  const person = { email: `${name}@books.example`, password: `pw-of-${name}` };
  await send('POST', '/api/auth/members/signup', { body: { ...person, name } });
  await send('POST', '/api/auth/members/login', { body: { ...person, password: 'wrong' }, expect: 401 });
  const { body } = await send('POST', '/api/auth/members/login', { body: person });
  const headers = { authorization: `Bearer ${body.token}` };
  const { body: me } = await send('GET', '/api/auth/members/me', { headers });
  await send('GET', '/api/collections/members', { headers });
  const reviews: string[] = [];
  for (const stars of [5, 3]) {
    const review = { stars, comment: `${stars} of 5`, bookId: books[stars % 3], memberId: me.id };
    reviews.push((await send('POST', '/api/collections/reviews', { body: review, headers })).body.id);
  }
  const review = { stars: 4, bookId: books[0], memberId: UNKNOWN };
  await send('POST', '/api/collections/reviews', { body: review, headers, expect: 403 });
  await send('POST', '/api/collections/reviews', { body: { stars: 9, memberId: me.id }, headers, expect: 400 });
  await send('PATCH', `/api/collections/reviews/${reviews[0]}`, { body: { comment: 'Once more' }, headers });
  await send('DELETE', `/api/collections/reviews/${reviews[1]}`, { headers });
  await send('GET', `/api/collections/reviews/${reviews[0]}?relations=book,member`);
  await send('DELETE', `/api/collections/books/${books[0]}`, { headers, expect: 403 });
}

async function readInManyWays(
  { send }: TrafficClient,
  headers: Session,
  authors: readonly string[],
  books: readonly string[],
): Promise<void> {
  for (const query of [
    '',
    '?perPage=2&page=2&orderBy=title&order=ASC',
    '?price_gt=5&orderBy=price',
    '?title_like=%25Pamphlet%25',
    '?lent_eq=true&relations=author',
    '?cover_in=hard,soft&relations=author,genres',
    `?author.id_eq=${authors[0]}&relations=author`,
    '?pages_gte=100&pages_lt=200',
  ])
    await send('GET', `/api/collections/books${query}`);
  await send('GET', '/api/collections/books?orderBy=unknown', { expect: 400 });
  await send('GET', '/api/collections/books?title=Pamphlet', { expect: 400 });
  await send('GET', '/api/collections/unknown', { expect: 404 });
  for (const book of books) await send('GET', `/api/collections/books/${book}?relations=author,genres,reviews`);
  await send('GET', '/api/collections/books', { headers });
  await send('GET', '/api/collections/books/select-options', { headers });
  await send('GET', '/api/collections/books/select-options', { expect: 403 });
  await send('GET', '/api/collections/reviews?relations=member');
}

async function welcome({ send }: TrafficClient, headers: Session): Promise<void> {
  await send('GET', '/api/singles/welcome');
  await send('PUT', '/api/singles/welcome', { body: { headline: 'Hello', text: '<p>Come in</p>' }, headers });
  await send('PATCH', '/api/singles/welcome', { body: { headline: 'Hello again' }, headers });
  await send('GET', '/api/singles/welcome');
}

async function tidyUp(
  { send }: TrafficClient,
  headers: Session,
  authors: readonly string[],
  books: readonly string[],
): Promise<void> {
  await send('DELETE', `/api/collections/authors/${authors[0]}`, { headers, expect: 400 });
  await send('DELETE', `/api/collections/books/${books[2]}`, { headers, expect: 400 });
  await send('DELETE', `/api/collections/authors/${UNKNOWN}`, { headers, expect: 404 });
  await send('GET', '/api/collections/books');
}
