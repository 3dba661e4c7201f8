import { changingAttributeNames } from '../attribute-names.js';

export const fault = changingAttributeNames('The names of attributes end at a dot', (name) =>
  name.replace(/\..*/, ''),
);
