// Bundled with the library that it takes this from.
export { inflateSync } from 'fflate';
