import * as v from 'valibot';
import { keyName } from './key-name.ts';

/** Id of an application (interface 10); it is a part of addresses, where `.` and `..` mean another place. */
export const AppId = v.pipe(keyName(200), v.regex(/^(?!\.{1,2}$)/));

/** Whether a string is a valid appId; recorders and plans accept no others (interface 10). */
export const isAppId = (appId: string): boolean => v.is(AppId, appId);
