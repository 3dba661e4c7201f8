import { suite } from '../src/suite.js';

export default await suite('employee');
