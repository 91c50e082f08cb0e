const { writeFileSync } = require('node:fs');

test('answers', () => writeFileSync(process.env.ANSWER, require('./main.cjs')()));
