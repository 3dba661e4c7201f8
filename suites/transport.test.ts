import { conformance } from '../src/run/suite.js';

await conformance('transport');
