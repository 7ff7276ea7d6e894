import config from '@payload-config';
import { headers } from 'next/headers.js';
import { getPayload } from 'payload';

export const dynamic = 'force-dynamic';

/** The newest posts, as Payload's template for sites reads them: by its local API, in a server component. */
export default async function HomePage() {
  const payload = await getPayload({ config });
  const { user } = await payload.auth({ headers: await headers() });
  const { docs } = await payload.find({ collection: 'posts', sort: 'title', limit: 5 });
  return (
    <main>
      <h1>{user ? `Welcome back, ${user.email}` : 'Welcome'}</h1>
      <ul>
        {docs.map(({ id, title, author }) => (
          <li key={id}>
            {title}, by {author?.name ?? 'nobody'}
          </li>
        ))}
      </ul>
    </main>
  );
}
