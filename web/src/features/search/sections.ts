import type { Category, ProductCard, Schemas } from '~shared/api/types'
import { paths } from '~shared/lib/paths'
import { LEAST } from './queries'

// What the list under the search box holds, from top to bottom. Every row leads somewhere.

export type Kind = 'recent' | 'popular' | 'queries' | 'categories' | 'stores' | 'products' | 'all'

export interface Option {
  /** The same for the same row, wherever in the list it is. */
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

interface Known {
  typed: string
  recent: string[]
  tree: Category[]
  suggestions: Schemas['Suggestions'] | undefined
}

type Row = Omit<Option, 'id' | 'kind'>

const query = (text: string): Row => ({ text, to: paths.search(text) })
const category = ({ name, slug }: { name: string; slug: string }): Row => ({ text: name, to: paths.category(slug) })
const store = ({ name, slug }: { name: string; slug: string }): Row => ({ text: name, to: paths.store(slug) })
const product = (card: ProductCard): Row => ({ text: card.name, to: paths.product(card.slug), product: card })

const rowsBefore = ({ recent, tree, suggestions }: Known): Partial<Record<Kind, Row[]>> => ({
  recent: recent.map(query),
  popular: suggestions?.queries.filter((text) => !recent.includes(text)).map(query) ?? [],
  categories: tree.map(category),
})

const rowsFor = ({ typed, tree, suggestions }: Known): Partial<Record<Kind, Row[]>> => ({
  [suggestions?.isFallback ? 'popular' : 'queries']: suggestions?.queries.map(query) ?? [],
  categories: (suggestions?.isFallback ? tree : (suggestions?.categories ?? [])).map(category),
  stores: suggestions?.stores.map(store) ?? [],
  products: suggestions?.products.map(product) ?? [],
  all: [query(typed)],
})

/** Before anything is typed: what was searched for last, what others search for, and the categories. Then what fits; or what is popular, when nothing does. */
export function sectionsOf(listId: string, known: Known): Section[] {
  const rows = known.typed.length < LEAST ? rowsBefore(known) : rowsFor(known)
  return Object.entries(rows)
    .map(([kind, of]) => ({
      kind: kind as Kind,
      options: of.map((row) => ({ ...row, id: `${listId}-${kind}-${row.to}`, kind: kind as Kind })),
    }))
    .filter(({ options }) => options.length > 0)
}

/** Up and down go round, over the box itself, where nothing is chosen. */
export function stepTo(options: Option[], active: string | null, step: 1 | -1): string | null {
  const places = [null, ...options.map(({ id }) => id)]
  const at = Math.max(0, places.indexOf(active))
  return places[(at + step + places.length) % places.length] ?? null
}

// Which part of a suggestion was typed. Folded letter by letter, so that places in the folded text are places in the text itself.

const FOLDED: Record<string, string> = { ə: 'e', ı: 'i', ö: 'o', ü: 'u', ğ: 'g', ş: 's', ç: 'c', ё: 'е' }

/** Azerbaijani is typed with and without its letters, and `İ` has no lower case of one letter. */
const foldLetter = (letter: string) => {
  const lower = letter === 'İ' || letter === 'I' ? 'i' : (letter.toLowerCase()[0] ?? letter)
  return FOLDED[lower] ?? lower
}
const fold = (text: string) => Array.from(text, foldLetter).join('')

const isLetter = (one: string | undefined) => one !== undefined && /[\p{L}\p{N}]/u.test(one)

interface Part {
  text: string
  isTyped: boolean
}

/** Where words of `label` begin with words of `typed`. */
function typedPlaces(label: string[], typed: string): boolean[] {
  const places = label.map(() => false)
  const text = label.map(foldLetter)
  for (const word of fold(typed).split(/\s+/).filter(Boolean)) {
    const letters = Array.from(word)
    const at = text.findIndex((_, start) => !isLetter(text[start - 1]) && letters.every((letter, index) => text[start + index] === letter))
    if (at >= 0) places.fill(true, at, at + letters.length)
  }
  return places
}

/** `qızıl üzük` after typing `qizil u`: what was typed, and what a suggestion adds to it. */
export function partsOf(label: string, typed: string): Part[] {
  const letters = Array.from(label)
  const places = typedPlaces(letters, typed)
  return letters.reduce<Part[]>((parts, letter, index) => {
    const isTyped = places[index] ?? false
    const last = parts.at(-1)
    if (last?.isTyped === isTyped) last.text += letter
    else parts.push({ text: letter, isTyped })
    return parts
  }, [])
}
