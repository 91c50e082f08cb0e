const { writeFileSync } = require('node:fs');

// Jest requires, so it gets the CommonJS form.
test('answers', () => writeFileSync(process.env.ANSWER, require('./answer.cjs').answer()));
