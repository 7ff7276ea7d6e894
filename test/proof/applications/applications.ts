import type { Application } from './application.ts';
import { manifest } from './manifest/application.ts';
import { payload } from './payload/application.ts';
import { platformatic } from './platformatic/application.ts';
import { postgresMeta } from './postgres-meta/application.ts';

/** Published applications that the agent is proved with. */
export const APPLICATIONS: readonly Application[] = [platformatic, postgresMeta, manifest, payload];
