import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

// The package under test, and what every host is asked, stand one folder above the application.
const root = dirname(dirname(fileURLToPath(import.meta.url)));

export default { turbopack: { root }, outputFileTracingRoot: root };
