import { registerHooks } from 'node:module';

/** Loads one file of an application with another text in it, as another build would have it: PLANTED_CHANGE. */
const { file, from, to } = JSON.parse(process.env.PLANTED_CHANGE ?? '{}');

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith(`/${file}`)) return loaded;
    const source = String(loaded.source);
    if (!source.includes(from)) throw new Error(`there is nothing to change in ${file}`);
    process.stdout.write(`changed ${file}\n`);
    return { ...loaded, source: source.replaceAll(from, to) };
  },
});
