import { getPayload } from 'payload';
import config from './payload.config.js';

// Outside of production Payload creates the tables of its configuration.
process.env.DISABLE_PAYLOAD_HMR = 'true';
await getPayload({ config });
process.exit(0);
