// The same application as an ECMAScript module.
import * as mongodb from 'mongodb';
import { serve } from './mongodb.cjs';

serve(mongodb);
