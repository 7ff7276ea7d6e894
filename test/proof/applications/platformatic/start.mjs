import { create } from '@platformatic/db';

const server = await create(import.meta.dirname, 'platformatic.json', { isEntrypoint: true });
await server.start({ listen: true });
