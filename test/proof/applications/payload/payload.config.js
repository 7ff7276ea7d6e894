import { postgresAdapter } from '@payloadcms/db-postgres';
import { buildConfig } from 'payload';

const isSignedIn = ({ req }) => Boolean(req.user);
const written = { read: () => true, create: isSignedIn, update: isSignedIn, delete: isSignedIn };

export default buildConfig({
  admin: { user: 'users' },
  secret: process.env.PAYLOAD_SECRET ?? '',
  db: postgresAdapter({ pool: { connectionString: process.env.DATABASE_URL ?? '' } }),
  telemetry: false,
  typescript: { autoGenerate: false },
  collections: [
    { slug: 'users', auth: true, fields: [{ name: 'name', type: 'text' }] },
    {
      slug: 'authors',
      access: written,
      fields: [
        { name: 'name', type: 'text', required: true },
        { name: 'born', type: 'date' },
      ],
    },
    {
      slug: 'posts',
      access: written,
      versions: { drafts: true },
      fields: [
        { name: 'title', type: 'text', required: true, minLength: 2 },
        { name: 'slug', type: 'text', unique: true, index: true },
        { name: 'words', type: 'number' },
        { name: 'section', type: 'select', options: ['news', 'opinion'] },
        { name: 'author', type: 'relationship', relationTo: 'authors' },
        { name: 'related', type: 'relationship', relationTo: 'posts', hasMany: true },
        { name: 'tags', type: 'array', fields: [{ name: 'tag', type: 'text' }] },
      ],
    },
  ],
  globals: [
    { slug: 'welcome', access: { read: () => true, update: isSignedIn }, fields: [{ name: 'headline', type: 'text' }] },
  ],
});
