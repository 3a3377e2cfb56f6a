// The products of the demo, with predicates for the rules in meanings/.
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../deploy/local/demo/', import.meta.url);
const read = (path) => readFileSync(new URL(path, folder), 'utf8');
const files = (path) => readdirSync(new URL(path, folder)).sort();

/** Slug of a category → its own slug and those of its ancestors. */
const paths = new Map();
const addCategory = (category, ancestors) => {
  paths.set(category.slug, [category.slug, ...ancestors]);
  for (const child of category.children ?? []) addCategory(child, paths.get(category.slug));
};
for (const file of files('categories/')) addCategory(JSON.parse(read(`categories/${file}`)), []);

class Product {
  constructor(line) {
    Object.assign(this, line);
    this.categories = new Set([line.category, ...(line.also ?? [])].flatMap((slug) => paths.get(slug)));
    this.mainCategories = new Set(paths.get(line.category));
    this.names = Object.values(line.name).join(' | ').toLowerCase();
    this.texts = `${this.names} | ${Object.values(line.description).join(' | ').toLowerCase()}`;
  }
  /** Whether any of its categories is one of these, or below one. */
  in(...slugs) { return slugs.some((slug) => this.categories.has(slug)); }
  /** Whether its main category is one of these, or below one. */
  from(...slugs) { return slugs.some((slug) => this.mainCategories.has(slug)); }
  /** Whether its names, in lower case and in all languages, match. */
  named(pattern) { return pattern.test(this.names); }
  /** Whether its names or descriptions match. */
  says(pattern) { return pattern.test(this.texts); }
  /** Whether its field has one of these values. */
  has(key, ...values) { return [this.fields[key]].flat().some((value) => values.includes(value)); }
  /** Whether it is one of these products. */
  is(...slugs) { return slugs.includes(this.slug); }
}

export const products = files('products/').flatMap((file) =>
  read(`products/${file}`).split('\n').filter(Boolean).map((line) => new Product(JSON.parse(line))));
