import { keyText, sealerOf } from '../../functions/recordings/domain/sealed/sealer.ts';

/** A data key of this number. */
export const testKey = (number: number) => ({ number, key: Buffer.alloc(32, number).toString('base64url') });

/** The data keys of tests, as jobs take them. */
export const TEST_KEYS = keyText([testKey(1)]);

/** Seals under the data keys of tests. */
export const testSealer = sealerOf(TEST_KEYS);
