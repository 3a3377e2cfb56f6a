// The options of the list below the search box.

import type { Category, ProductCard, Schemas } from '~shared/api/types'
import { paths } from '~shared/lib/paths'
import { MIN_LETTERS } from './queries'

/** `queries` are suggested searches; `all` searches the typed text itself. */
export type Kind = 'recent' | 'popular' | 'queries' | 'categories' | 'stores' | 'products' | 'all'

export interface Option {
  /** The id stays the same wherever the option is in the list. */
  id: string
  kind: Kind
  text: string
  to: string
  product?: ProductCard
}

export interface Section {
  kind: Kind
  options: Option[]
}

interface SearchState {
  typed: string
  recent: string[]
  tree: Category[]
  suggestions: Schemas['Suggestions'] | undefined
}

type OptionContent = Omit<Option, 'id' | 'kind'>

const query = (text: string): OptionContent => ({ text, to: paths.search(text) })
const category = ({ name, slug }: { name: string; slug: string }): OptionContent => ({ text: name, to: paths.category(slug) })
const store = ({ name, slug }: { name: string; slug: string }): OptionContent => ({ text: name, to: paths.store(slug) })
const product = (card: ProductCard): OptionContent => ({ text: card.name, to: paths.product(card.slug), product: card })

/** The options before anything is typed. */
const initialOptions = ({ recent, tree, suggestions }: SearchState): Partial<Record<Kind, OptionContent[]>> => ({
  recent: recent.map(query),
  popular: suggestions?.queries.filter((text) => !recent.includes(text)).map(query) ?? [],
  categories: tree.map(category),
})

/** The options for a typed text. Without a match, the server suggests popular searches (`isFallback`). */
const optionsFor = ({ typed, tree, suggestions }: SearchState): Partial<Record<Kind, OptionContent[]>> => ({
  [suggestions?.isFallback ? 'popular' : 'queries']: suggestions?.queries.map(query) ?? [],
  categories: (suggestions?.isFallback ? tree : (suggestions?.categories ?? [])).map(category),
  stores: suggestions?.stores.map(store) ?? [],
  products: suggestions?.products.map(product) ?? [],
  all: [query(typed)],
})

/** The sections from top to bottom, without empty ones. */
export function sectionsOf(listId: string, state: SearchState): Section[] {
  const contentsByKind = state.typed.length < MIN_LETTERS ? initialOptions(state) : optionsFor(state)
  return Object.entries(contentsByKind)
    .map(([kind, contents]) => ({
      kind: kind as Kind,
      options: contents.map((content) => ({ ...content, id: `${listId}-${kind}-${content.to}`, kind: kind as Kind })),
    }))
    .filter(({ options }) => options.length > 0)
}

/** Returns the option that an arrow key chooses. After the last one, none is chosen (null), then the first again. */
export function stepTo(options: Option[], activeId: string | null, step: 1 | -1): string | null {
  const ids = [null, ...options.map(({ id }) => id)]
  const index = Math.max(0, ids.indexOf(activeId))
  return ids[(index + step + ids.length) % ids.length] ?? null
}
