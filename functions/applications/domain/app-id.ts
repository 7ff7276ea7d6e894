import * as v from 'valibot';
import { AppId } from '../../recordings/domain/case-input.ts';

/** Whether something can be kept under this appId; recorders and plans know no other (interface 10). */
export const isAppId = (appId: string): boolean => v.is(AppId, appId);
