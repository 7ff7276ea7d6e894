import type { caseLists } from './case-lists.ts';

/** Cases that are deleted at the same time. */
const BATCH = 100;
/** Before every case, and after it: epoch ms. */
const ALWAYS = { from: 0, to: 8_640_000_000_000_000 };

interface ApplicationRemoverParts {
  lists: Pick<ReturnType<typeof caseLists>, 'between'>;
  operationsOf(appId: string): Promise<string[]>;
  remove(caseId: string): Promise<boolean>;
  forget(appId: string): Promise<void>;
}

/** Deletes the cases of an application, pinned or not, and takes it off the list of applications. */
export function applicationRemover({ lists, operationsOf, remove, forget }: ApplicationRemoverParts) {
  return async (appId: string): Promise<void> => {
    for (const operation of await operationsOf(appId)) {
      let batch: string[] = [];
      for await (const { caseId } of lists.between(appId, operation, ALWAYS)) {
        batch.push(caseId);
        if (batch.length < BATCH) continue;
        await Promise.all(batch.map(remove));
        batch = [];
      }
      await Promise.all(batch.map(remove));
    }
    await forget(appId);
  };
}
