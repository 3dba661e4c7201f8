import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Events are sent by PUT',
  hook: ({ post }) => ({ post: (request, event) => ({ ...post(request, event), method: 'PUT' }) }),
};
