// Catalogues in files. Whether one is usable, and which origin covers which, the core says.
import { isDeepStrictEqual } from 'node:util';
import { Gate, inspect } from './api.js';
import { Problems, about, located } from './input.js';

/** The file, where the core takes it. */
export async function checked(file) {
  try {
    about(file.path, () => new Gate('balanced', { catalogues: file.json }).free());
    return file;
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    const found = error.found.map(({ pointer, ...problem }) => ({ ...problem, pointer: pointer?.replace('/catalogues/0', '') }));
    throw new Problems(await located(file, found));
  }
}

const entries = ({ path, json }) => {
  const { servers, author, date } = JSON.parse(json);
  return servers.flatMap(({ origin, tools }, at) => tools.map((tool, i) => ({ path, origin, pointer: `/servers/${at}/tools/${i}`, tool: { ...tool, author: tool.author ?? author, date: tool.date ?? date } })));
};

export const sizeOf = (file) => ({ file: file.path, tools: entries(file).length });

const inOrder = (map) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

/** One catalogue of several that are usable, the same in whatever order they are given. */
export function merge(files, by) {
  const servers = new Map();
  const conflicts = [];
  for (const { path, origin, pointer, tool } of files.flatMap(entries)) {
    const tools = servers.get(origin) ?? new Map();
    servers.set(origin, tools);
    const known = tools.get(tool.name);
    if (known === undefined) tools.set(tool.name, { path, tool });
    else if (isDeepStrictEqual(known.tool.profile, tool.profile)) known.tool.digests = [...new Set([...known.tool.digests, ...tool.digests])].sort();
    else {
      const message = `${origin} ${tool.name} has another profile in ${known.path}: decide which is right, and take the other out`;
      conflicts.push({ file: path, pointer, code: 'conflict', message });
    }
  }
  if (conflicts.length > 0) throw new Problems(conflicts);
  const listed = inOrder(servers).map(([origin, tools]) => ({ origin, tools: inOrder(tools).map(([, { tool }]) => tool) }));
  return { version: 1, ...by, servers: listed };
}

/** For each tool whether the catalogues know it, and by the shape that it has. */
export function fitting(files, tools, origin) {
  const curated = (catalogues) => inspect(tools, { catalogues, origin, verified: true }).tools.map(({ profile }) =>
    Object.values(profile.fields).some(({ provenance }) => provenance === 'catalogue'));
  const found = inspect(tools).tools;
  const shapes = new Map(found.map(({ tool, shape }) => [tool, shape]));
  const refitted = ({ json }) => JSON.stringify(JSON.parse(json), (key, value) =>
    (value?.digests && shapes.has(value.name) ? { ...value, digests: [shapes.get(value.name)] } : value));
  const fits = curated(files.map(({ json }) => json));
  const known = curated(files.map(refitted));
  return found.map(({ tool }, at) => ({ tool, shape: fits[at] ? 'fits' : known[at] ? 'other' : 'unknown' }));
}
