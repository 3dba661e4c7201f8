import { conformance } from '../src/run/suite.js';

conformance('storage');
