import { OPTION_ROWS, variablesOf } from '../../configuration/option-table.js';
import type { Entry } from './entry.js';

/** Every variable, with the flag and the place in the configuration file that it stands for. */
export function variableEntries(): Entry[] {
  return OPTION_ROWS.flatMap((row) =>
    variablesOf(row).map((id): Entry => {
      const { flags = null, path = null } = row;
      const text = id === variablesOf(row)[0] && row.opposite ? `no: ${row.text}` : row.text;
      const places = [flags, path && `file: ${path}`].filter((place) => place !== null);
      return {
        line: `${id}  ${places.length > 0 ? `${places.join(', ')}  ` : ''}${text}`,
        data: { id, flag: flags, file: path, text },
      };
    }),
  );
}
