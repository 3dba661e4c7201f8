import { loadDescriptions } from '../src/description/load.js';
import { startReference } from '../src/reference/service.js';
import { messageRequest, tellOnRequest } from './served.js';

/** The reference service over plain HTTP, in a process of its own. */
const descriptions = await loadDescriptions();
const service = await startReference({ descriptions, tls: false, seed: 7 });
tellOnRequest(messageRequest(descriptions, service));
