// Stands beside qmd: it indexes a folder of notes, then answers questions by qmd's keyword search.
// Usage: bun peer_worker.mjs PACKAGE NOTES HOME any|all ; lines as in peer_worker.py.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [folder, notes, home, words] = process.argv.slice(2);
const { createStore, extractSnippet } = await import(`${folder}/dist/index.js`);
const collections = { notes: { path: notes, pattern: "**/*.md" } };
const store = await createStore({ dbPath: `${home}/qmd.sqlite`, config: { collections } });
await store.update();
const { version } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
console.log(JSON.stringify({ version }));

// "all" is `qmd search`, which wants every word of the question; "any" asks for each word by itself,
// but for the commonest.
const COMMON = new Set(
  `a an and are as at be by did do does for from had has have her his how in is it of on or that the
  their they to was were what when where which who whose why will with would`.split(/\s+/),
);
async function search(query, limit) {
  if (words === "all") return store.searchLex(query, { limit });
  const asked = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
  const rare = asked.filter((word) => !COMMON.has(word));
  const queries = rare.map((word) => ({ type: "lex", query: word }));
  return queries.length ? store.search({ queries, limit, rerank: false }) : [];
}

for await (const line of createInterface({ input: process.stdin })) {
  const { query, limit } = JSON.parse(line);
  const hits = (await search(query, limit)).map((hit) => ({
    path: hit.displayPath.replace(/^notes\//, ""),
    text: extractSnippet(hit.body, query, 500, hit.chunkPos ?? hit.bestChunkPos).snippet,
  }));
  console.log(JSON.stringify({ hits }));
}
await store.close();
