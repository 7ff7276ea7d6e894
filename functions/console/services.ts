import type { Composition } from '../platform/composition.ts';
import { reportServices } from '../report/services.ts';

export interface ConsoleServices extends ReturnType<typeof consoleServices> {}

/** Services of the application overview. */
export const consoleServices = ({ use }: Composition<'table' | 'blobs' | 'workflows'>) => use(reportServices);
