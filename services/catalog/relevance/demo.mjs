// The products of the demo, with predicates on names, categories and fields for the rules in meanings/.
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../deploy/local/demo/', import.meta.url);
const read = (path) => readFileSync(new URL(path, folder), 'utf8');
const files = (path) => readdirSync(new URL(path, folder)).sort();

const parents = new Map();
const enter = (category, above) => {
  parents.set(category.slug, [category.slug, ...above]);
  for (const child of category.children ?? []) enter(child, parents.get(category.slug));
};
for (const file of files('categories/')) enter(JSON.parse(read(`categories/${file}`)), []);

class Product {
  constructor(line) {
    Object.assign(this, line);
    this.places = new Set([line.category, ...(line.also ?? [])].flatMap((slug) => parents.get(slug)));
    this.home = new Set(parents.get(line.category));
    this.names = Object.values(line.name).join(' | ').toLowerCase();
    this.texts = `${this.names} | ${Object.values(line.description).join(' | ').toLowerCase()}`;
  }
  /** Listed in one of these categories or below. */
  in(...slugs) { return slugs.some((slug) => this.places.has(slug)); }
  /** Its main category is one of these or below; not only listed there as well. */
  from(...slugs) { return slugs.some((slug) => this.home.has(slug)); }
  named(pattern) { return pattern.test(this.names); }
  says(pattern) { return pattern.test(this.texts); }
  /** Has one of these values in a field. */
  has(key, ...values) { return [this.fields[key]].flat().some((value) => values.includes(value)); }
  is(...slugs) { return slugs.includes(this.slug); }
}

export const products = files('products/').flatMap((file) =>
  read(`products/${file}`).split('\n').filter(Boolean).map((line) => new Product(JSON.parse(line))));
