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

/** Classes, and the language of the shop unless a query names its own (`ru:подарок`). */
const classes = {
  az: ['Azerbaijani', 'az'],
  plain: ['Azerbaijani without diacritics', 'az'],
  inflected: ['Azerbaijani inflected', 'az'],
  typos: ['Azerbaijani with typos', 'az'],
  ru: ['Russian', 'ru'],
  ruForms: ['Russian inflected or with typos', 'ru'],
  en: ['English', 'en'],
  keys: ['wrong keyboard or letters', 'az'],
  cross: ['another language than the shop', 'az'],
  model: ['names, models and numbers', 'az'],
  attributes: ['thing and attribute', 'az'],
  occasion: ['occasion or recipient', 'az'],
  prefix: ['unfinished word', 'az'],
};

const meanings = [flowers, sweets, beauty, home, fashion, children, electronics, occasions].flat();

const judge = ({ grades }) => {
  const gradeOf = (product) => [3, 2, 1].find((grade) => grades[grade]?.(product));
  const slugs = (grade) => products.filter((product) => gradeOf(product) === grade).map(({ slug }) => slug);
  return Object.fromEntries([3, 2, 1].map((grade) => [grade, slugs(grade)]).filter(([, relevant]) => relevant.length > 0));
};

const splitLanguage = (typed, language) => {
  const match = /^(az|ru|en):(.*)$/.exec(typed);
  return match ? [match[1], match[2]] : [language, typed];
};

const seen = new Set();
const queries = meanings.flatMap(({ meant, queries }) =>
  Object.entries(queries).flatMap(([key, texts]) => texts.map((typed) => {
    const [name, defaultLanguage] = classes[key];
    const [language, query] = splitLanguage(typed, defaultLanguage);
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
for (const [name] of Object.values(classes)) {
  const count = queries.filter((line) => JSON.parse(line).class === name).length;
  console.error(`${String(count).padStart(4)} ${name}`);
}
console.error(`${String(queries.length).padStart(4)} total`);
