import { createRequire, register as registerLoader } from 'node:module';
import { register as registerHooks, supportsSyncHooks } from 'import-in-the-middle/register-hooks.mjs';
import { LIBRARY_NAMES } from '../library-names.ts';

// `node --import …/register.mjs app.js`: hooks for ECMAScript modules first, in the same thread where Node can.
const include = [...LIBRARY_NAMES];
if (supportsSyncHooks()) registerHooks({ include });
else registerLoader('./hook.mjs', import.meta.url, { data: { include } });

createRequire(import.meta.url)('./agent.cjs').start();
