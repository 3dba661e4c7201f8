import type { Fault } from '../fault.js';

const operations = new Set<string>();

export const fault: Fault = {
  summary: 'A name that begins like an operation calls it',
  describe: (description) => Object.keys(description.operations).forEach((name) => void operations.add(name)),
  hook: () => ({
    path(path) {
      const [root, version, name = '', ...rest] = path.split('/');
      const meant = [...operations].find((one) => name.startsWith(one)) ?? name;
      return [root, version, meant, ...rest].join('/');
    },
  }),
};
