import { changingAttributeNames } from '../attribute-names.js';

export const fault = changingAttributeNames('The names of attributes lose their quotes', (name) =>
  name.replace(/["']/g, ''),
);
