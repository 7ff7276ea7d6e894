// A Prisma client with a driver adapter, as a module of either kind; answers with what it hears.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { inspect } from 'node:util';

const require = createRequire(import.meta.url);
const { DATABASE_URL, LOAD, PROVIDER } = process.env;
const isPostgres = PROVIDER === 'postgresql';
const adapterPackage = `@prisma/adapter-${isPostgres ? 'pg' : 'mariadb'}`;
const adapters = LOAD === 'require' ? require(adapterPackage) : await import(adapterPackage);
const { PrismaClient, Prisma } = require(`../fixtures/prisma/${PROVIDER}.cjs`);
const adapter = isPostgres
  ? new adapters.PrismaPg({ connectionString: DATABASE_URL, max: 3 })
  : new adapters.PrismaMariaDb(DATABASE_URL);
const prisma = new PrismaClient({ adapter });

const failure = (error) => ({
  name: error.name,
  // Without the place in this file.
  message: error.message.split('\n').at(-1),
  code: error.code,
  meta: error.meta && { ...error.meta, driverAdapterError: error.meta.driverAdapterError?.cause },
  isKnown: error instanceof Prisma.PrismaClientKnownRequestError,
});
const lists = isPostgres ? { tags: ['x', 'y "z"'], numbers: [1, -2] } : {};
const BOOK = {
  ...lists,
  title: "it's",
  price: '12.50',
  big: 9007199254740993n,
  at: new Date('2024-01-02T03:04:05.678Z'),
  data: { a: [1, 'ü', null] },
  raw: Uint8Array.of(0, 255),
};

const STEPS = {
  '/write': async () => [
    await prisma.author.create({
      data: { email: 'a@x', level: 'HIGH', books: { create: [BOOK, { title: 'none' }] } },
      include: { books: true },
    }),
    await prisma.author.update({ where: { email: 'a@x' }, data: { level: 'LOW' } }),
    await prisma.author.upsert({ where: { email: 'b@x' }, create: { email: 'b@x' }, update: {} }),
    await prisma.book.createMany({ data: [1, 2].map((at) => ({ title: `book ${at}`, authorId: 1 })) }),
    await prisma.book.updateMany({ where: { title: { startsWith: 'book' } }, data: { price: '1.5' } }),
    await prisma.book.deleteMany({ where: { title: 'book 2' } }),
  ],
  '/read': async () => [
    await prisma.author.findMany({
      where: { email: { in: ['a@x', 'b@x'] } },
      include: { books: { orderBy: { id: 'asc' }, include: { author: true } }, _count: true },
      orderBy: { id: 'asc' },
    }),
    await prisma.book.findFirst({ where: { at: BOOK.at, big: BOOK.big, price: { gt: 12 } }, select: { id: true } }),
    await prisma.book.aggregate({ _sum: { price: true }, _max: { at: true }, _count: true }),
    await prisma.book.groupBy({ by: ['authorId'], _count: true }),
    isPostgres && (await prisma.book.findMany({ where: { tags: { has: 'x' }, numbers: { equals: [1, -2] } } })),
  ],
  '/fails': async () => [
    await prisma.author.create({ data: { email: 'a@x' } }).catch(failure),
    await prisma.book.create({ data: { title: 'lost', authorId: 999 } }).catch(failure),
    await prisma.author.update({ where: { id: 999 }, data: { level: 'LOW' } }).catch(failure),
    await prisma.$queryRaw`SELECT missing FROM nowhere`.catch(failure),
    await prisma.author.findUniqueOrThrow({ where: { id: 999 } }).catch(failure),
  ],
  '/interactive': async () => [
    await prisma.$transaction(
      async (tx) => {
        const author = await tx.author.create({ data: { email: 'c@x' } });
        return [author, await tx.book.create({ data: { title: 'own', authorId: author.id } })];
      },
      { isolationLevel: 'Serializable' },
    ),
    await prisma
      .$transaction(async (tx) => {
        await tx.author.create({ data: { email: 'd@x' } });
        await tx.author.create({ data: { email: 'a@x' } });
      })
      .catch(failure),
    await prisma.author.count({ where: { email: 'd@x' } }),
  ],
  '/batch': async () => [
    await prisma.$transaction([
      prisma.author.create({ data: { email: 'e@x' } }),
      prisma.author.count(),
      prisma.$executeRaw`UPDATE ${Prisma.raw(isPostgres ? '"Book"' : 'Book')} SET title = ${'new'} WHERE title = ${'none'}`,
    ]),
    await prisma
      .$transaction([
        prisma.author.deleteMany({ where: { email: 'e@x' } }),
        prisma.author.create({ data: { email: 'a@x' } }),
      ])
      .catch(failure),
    await prisma.author.count(),
  ],
  '/raw': async () =>
    isPostgres
      ? [
          await prisma.$queryRaw`SELECT * FROM "Book" WHERE id = ANY(${[1, 2]}) ORDER BY id`,
          await prisma.$queryRaw`SELECT ${1}::int AS n, ${new Date(0)}::timestamptz AS at, ${{ a: 1 }}::jsonb AS j, ${1.5}::numeric AS d, true AS t`,
          await prisma.$queryRawUnsafe('SELECT count(*) FROM "Book" WHERE title = $1', 'own'),
        ]
      : [
          await prisma.$queryRaw`SELECT * FROM Book WHERE id IN (${1}, ${2}) ORDER BY id`,
          await prisma.$queryRaw`SELECT ${1} AS n, ${new Date(0)} AS at, ${1.5} AS d, true AS t`,
          await prisma.$queryRawUnsafe('SELECT count(*) FROM Book WHERE title = ?', 'own'),
        ],
  '/many': () =>
    Promise.all([
      ...Array.from({ length: 12 }, (_, at) => prisma.book.count({ where: { id: at } })),
      // The client joins these to one query.
      ...['a@x', 'b@x', 'none'].map((email) => prisma.author.findUnique({ where: { email } })),
    ]),
  '/unknown': () => prisma.author.count({ where: { id: 77 } }),
};

const server = createServer(async (request, response) => {
  const heard = await STEPS[request.url]().catch((error) => ({ failed: failure(error) }));
  response.end(inspect(heard, { depth: 9, breakLength: 120 }));
});
server.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`));
