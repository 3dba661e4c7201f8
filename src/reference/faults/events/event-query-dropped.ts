import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'The webhook address is called without its query',
  hook: ({ post }) => ({
    post(request, event) {
      const good = post(request, event);
      return { ...good, url: good.url.replace(/\?.*$/, '') };
    },
  }),
};
