import type { Fault } from '../fault.js';

const versions = new Set<string>();

export const fault: Fault = {
  summary: 'A path without a version is taken for one of the first version',
  describe: ({ version }) => void versions.add(version),
  hook: () => ({
    path: (path) => (path.split('/').length === 2 ? `/${[...versions][0]}${path}` : path),
  }),
};
