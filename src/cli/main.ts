#!/usr/bin/env node
import { tolerateClosedOutput } from './closed-output.js';
import { conform } from './program.js';
import { collectDiscarded, growHeapSlowly, keepYoungHeapSmall, optimizeLittle } from './v8.js';

collectDiscarded();
keepYoungHeapSmall();
growHeapSlowly();
optimizeLittle();
tolerateClosedOutput();
await conform(process.argv.slice(2));
