import { conformance } from '../src/run/suite.js';

export default conformance('concurrency');
