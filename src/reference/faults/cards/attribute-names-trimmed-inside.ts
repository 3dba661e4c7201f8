import { changingAttributeNames } from '../attribute-names.js';

export const fault = changingAttributeNames(
  'Several blanks in the name of an attribute count as one',
  (name) => name.replace(/ +/g, ' '),
);
