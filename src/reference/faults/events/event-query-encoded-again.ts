import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'The query of the webhook address is percent-encoded once more',
  hook: ({ post }) => ({
    post(request, event) {
      const good = post(request, event);
      return { ...good, url: good.url.replace(/\?.*$/, encodeURI) };
    },
  }),
};
