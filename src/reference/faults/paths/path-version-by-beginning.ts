import type { Fault } from '../fault.js';

const versions = new Set<string>();

export const fault: Fault = {
  summary: 'What begins like a version is taken for it',
  describe: ({ version }) => void versions.add(version),
  hook: () => ({
    path(path) {
      const [root, version = '', ...rest] = path.split('/');
      return [root, [...versions].find((one) => version.startsWith(one)) ?? version, ...rest].join('/');
    },
  }),
};
