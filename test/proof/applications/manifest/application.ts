import type { Application } from '../application.ts';
import { manifestTraffic } from './traffic.ts';

/** Manifest, a backend that follows from one file: Nest 10 on Express, PostgreSQL through TypeORM and `pg`. */
export const manifest: Application = {
  name: 'manifest',
  builtOn: 'Nest 10 (Express), pg (TypeORM)',
  entry: ['node_modules/manifest/dist/manifest/src/main.js'],
  env({ port, databaseUrl }) {
    const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl);
    return {
      NODE_ENV: 'production',
      PORT: String(port),
      TOKEN_SECRET_KEY: 'token-secret-0123456789',
      DB_CONNECTION: 'postgres',
      DB_HOST: hostname,
      DB_PORT: databasePort,
      DB_USERNAME: username,
      DB_PASSWORD: password,
      DB_DATABASE: pathname.slice(1),
    };
  },
  traffic: manifestTraffic,
  ignored: ['admins', 'members'].map((kind) => ({
    operation: `/api/auth/${kind}/login`,
    path: 'token',
    why: 'its iat counts seconds, so it equals the token of the sign-up only within one second',
  })),
  planted: {
    what: 'a list without an order begins with its oldest item',
    file: 'node_modules/manifest/dist/manifest/src/crud/services/crud.service.js',
    from: "orderBy('entity.createdAt', 'DESC')",
    to: "orderBy('entity.createdAt', 'ASC')",
  },
};
