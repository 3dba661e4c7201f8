import { askedForOneKind } from '../one-kind.js';

export const fault = askedForOneKind('A destination is asked for by files alone', 1);
