// The products of the demo, with predicates for the rules in meanings/.
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../deploy/local/demo/', import.meta.url);
const read = (path) => readFileSync(new URL(path, folder), 'utf8');
const files = (path) => readdirSync(new URL(path, folder)).sort();

/** Slugs of a category and its ancestors. */
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
  /** In one of these categories or below. */
  in(...slugs) { return slugs.some((slug) => this.categories.has(slug)); }
  /** With one of these main categories or below. */
  from(...slugs) { return slugs.some((slug) => this.mainCategories.has(slug)); }
  named(pattern) { return pattern.test(this.names); }
  says(pattern) { return pattern.test(this.texts); }
  has(key, ...values) { return [this.fields[key]].flat().some((value) => values.includes(value)); }
  is(...slugs) { return slugs.includes(this.slug); }
}

export const products = files('products/').flatMap((file) =>
  read(`products/${file}`).split('\n').filter(Boolean).map((line) => new Product(JSON.parse(line))));
