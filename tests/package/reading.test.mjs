// The list as it was read, and the vocabulary.
import assert from 'node:assert/strict';
import test from 'node:test';
import { classify, readTools, vocabulary } from 'mcp-tool-risk';

test('every element of a list is an entry, with its place and its definition', () => {
  const { tools, diagnostics } = readTools('{"tools": [{"name": "get_a", "inputSchema": {"type": "object"}}, 7], "nextCursor": 3}');
  assert.deepEqual(tools.map(({ name, pointer, definition }) => [name, pointer, definition]), [
    ['get_a', '/tools/0', '{"name":"get_a","inputSchema":{"type":"object"}}'],
    [null, '/tools/1', '7'],
  ]);
  assert.deepEqual(tools[1].diagnostics.map(({ code }) => code), ['malformed-tool']);
  assert.deepEqual(diagnostics.map(({ pointer }) => pointer), ['/nextCursor']);
});

test('lines that are no JSON keep their number', () => {
  const [, broken] = readTools('{"id": 1, "server": "s", "tool": {"name": "a"}}\n{"name": \n{"name": "b"}').tools;
  assert.deepEqual([broken.line, broken.name, broken.definition], [2, null, null]);
});

test('what is nested too deeply stays text', () => {
  const deep = `{"name": "a", "inputSchema": ${'['.repeat(5000)}${']'.repeat(5000)}}`;
  assert.equal(readTools(deep).tools[0].name, 'a');
});

test('the vocabulary has a meaning for every word that a grade can have', () => {
  const { fields, vocabularies, codes } = vocabulary();
  const [{ annotations }] = classify({ name: 'send_email' });
  const words = new Map(vocabularies.map(({ vocabulary, words }) => [vocabulary, new Map(words.map(({ word, meaning }) => [word, meaning]))]));
  for (const { field, pointer, vocabulary, meaning } of fields) {
    assert.ok(meaning, field);
    if (!vocabulary) continue;
    const value = pointer.split('/').slice(1).reduce((json, key) => json[key.replaceAll('~1', '/')], annotations);
    for (const word of [value].flat().map((word) => (typeof word === 'object' ? Object.keys(word)[0] : String(word)))) assert.ok(words.get(vocabulary).get(word), `${field}: ${word}`);
  }
  assert.ok(codes.every(({ meaning }) => meaning));
});
