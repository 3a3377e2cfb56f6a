#!/usr/bin/env node
// Writes queries.jsonl and judgements.json, the input of tests/it/relevance.rs. With --show, prints the judgements.
import { writeFileSync } from 'node:fs';

import { products } from './demo.mjs';
import beauty from './meanings/beauty.mjs';
import children from './meanings/children.mjs';
import electronics from './meanings/electronics.mjs';
import fashion from './meanings/fashion.mjs';
import flowers from './meanings/flowers.mjs';
import home from './meanings/home.mjs';
import occasions from './meanings/occasions.mjs';
import sweets from './meanings/sweets.mjs';

/** Key of a class in meanings/ → its name in queries.jsonl, and the language of the shop unless a query names its own (`ru:подарок`). */
const classes = {
  az: { name: 'Azerbaijani', language: 'az' },
  plain: { name: 'Azerbaijani without diacritics', language: 'az' },
  inflected: { name: 'Azerbaijani inflected', language: 'az' },
  typos: { name: 'Azerbaijani with typos', language: 'az' },
  ru: { name: 'Russian', language: 'ru' },
  ruForms: { name: 'Russian inflected or with typos', language: 'ru' },
  en: { name: 'English', language: 'en' },
  keys: { name: 'wrong keyboard or letters', language: 'az' },
  cross: { name: 'another language than the shop', language: 'az' },
  model: { name: 'names, models and numbers', language: 'az' },
  attributes: { name: 'thing and attribute', language: 'az' },
  occasion: { name: 'occasion or recipient', language: 'az' },
  prefix: { name: 'unfinished word', language: 'az' },
};

const meanings = [flowers, sweets, beauty, home, fashion, children, electronics, occasions].flat();

/** Returns the products of each grade that has any. A product gets the highest grade whose rule accepts it. */
const judge = ({ grades }) => {
  const judged = {};
  for (const product of products) {
    const grade = [3, 2, 1].find((candidate) => grades[candidate]?.(product));
    if (grade) (judged[grade] ??= []).push(product.slug);
  }
  return judged;
};

const splitLanguage = (typed, defaultLanguage) => {
  const match = /^(az|ru|en):(.*)$/.exec(typed);
  return match ? { language: match[1], query: match[2] } : { language: defaultLanguage, query: typed };
};

const seen = new Set();
const queries = meanings.flatMap(({ meant, queries }) =>
  Object.entries(queries).flatMap(([key, texts]) => texts.map((typed) => {
    const { name, language: defaultLanguage } = classes[key];
    const { language, query } = splitLanguage(typed, defaultLanguage);
    const line = JSON.stringify({ class: name, language, query, meant });
    const id = `${name} ${language} ${query}`;
    if (seen.has(id)) throw new Error(`duplicate query: ${line}`);
    seen.add(id);
    return line;
  })));
const judgements = Object.fromEntries(meanings.map((meaning) => [meaning.meant, judge(meaning)]));
for (const [meant, judged] of Object.entries(judgements)) if (!judged[3]) throw new Error(`no product has grade 3 for ${meant}`);

if (process.argv.includes('--show')) {
  for (const [meant, judged] of Object.entries(judgements)) {
    console.log(meant);
    for (const [grade, slugs] of Object.entries(judged).reverse()) console.log(`  ${grade}: ${slugs.join(' ')}`);
  }
} else {
  const lines = Object.entries(judgements).map(([meant, judged]) => `  ${JSON.stringify(meant)}: ${JSON.stringify(judged)}`);
  writeFileSync(new URL('queries.jsonl', import.meta.url), `${queries.join('\n')}\n`);
  writeFileSync(new URL('judgements.json', import.meta.url), `{\n${lines.join(',\n')}\n}\n`);
}
for (const { name } of Object.values(classes)) {
  const count = queries.filter((line) => JSON.parse(line).class === name).length;
  console.error(`${String(count).padStart(4)} ${name}`);
}
console.error(`${String(queries.length).padStart(4)} total`);
