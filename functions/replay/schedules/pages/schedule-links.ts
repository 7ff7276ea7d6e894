import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';

/** Addresses of the pages of schedules. */
export const scheduleLinks = (appId: string) => {
  const list = `${applicationPath(appId)}/schedules`;
  return {
    list,
    add: `${list}/new`,
    /** Of one schedule; an id contains only characters that addresses may have. */
    of: (id: string, action: 'edit' | 'pause' | 'resume' | 'start' | 'delete') => `${list}/${id}/${action}`,
  };
};
