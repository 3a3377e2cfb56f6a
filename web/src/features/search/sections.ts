import type { Category, ProductCard, Schemas } from '~shared/api/types'
import { paths } from '~shared/lib/paths'
import { MIN_LETTERS } from './queries'

// This is the content of the list under the search box, from top to bottom. Every option is a link.

export type Kind = 'recent' | 'popular' | 'queries' | 'categories' | 'stores' | 'products' | 'all'

export interface Option {
  /** Stable id of an option, wherever it is in the list. */
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

const initialOptions = ({ recent, tree, suggestions }: SearchState): Partial<Record<Kind, OptionContent[]>> => ({
  recent: recent.map(query),
  popular: suggestions?.queries.filter((text) => !recent.includes(text)).map(query) ?? [],
  categories: tree.map(category),
})

const optionsFor = ({ typed, tree, suggestions }: SearchState): Partial<Record<Kind, OptionContent[]>> => ({
  [suggestions?.isFallback ? 'popular' : 'queries']: suggestions?.queries.map(query) ?? [],
  categories: (suggestions?.isFallback ? tree : (suggestions?.categories ?? [])).map(category),
  stores: suggestions?.stores.map(store) ?? [],
  products: suggestions?.products.map(product) ?? [],
  all: [query(typed)],
})

/**
 * Returns the sections. Before typing, these are recent and popular searches, and categories; after that, matches, or popular searches if
 * there are none.
 */
export function sectionsOf(listId: string, state: SearchState): Section[] {
  const rowsByKind = state.typed.length < MIN_LETTERS ? initialOptions(state) : optionsFor(state)
  return Object.entries(rowsByKind)
    .map(([kind, rows]) => ({
      kind: kind as Kind,
      options: rows.map((row) => ({ ...row, id: `${listId}-${kind}-${row.to}`, kind: kind as Kind })),
    }))
    .filter(({ options }) => options.length > 0)
}

/** Returns the id of the next option for the arrow keys. After the last option nothing is chosen, then the first follows. */
export function stepTo(options: Option[], activeId: string | null, step: 1 | -1): string | null {
  const ids = [null, ...options.map(({ id }) => id)]
  const index = Math.max(0, ids.indexOf(activeId))
  return ids[(index + step + ids.length) % ids.length] ?? null
}

// Finds the typed part of a suggestion. Folds letter by letter, so that positions in the folded text are those of the original.

const FOLDED: Record<string, string> = { ə: 'e', ı: 'i', ö: 'o', ü: 'u', ğ: 'g', ş: 's', ç: 'c', ё: 'е' }

/** Folds Azerbaijani letters to plain ones. The lower case of `İ` has two code points. */
const foldLetter = (letter: string) => {
  const lower = letter === 'İ' || letter === 'I' ? 'i' : (letter.toLowerCase()[0] ?? letter)
  return FOLDED[lower] ?? lower
}
const fold = (text: string) => Array.from(text, foldLetter).join('')

const isLetter = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char)

interface LabelPart {
  text: string
  isTyped: boolean
}

/** Marks the letters of `label` where its words start with typed words. */
function typedLetters(label: string[], typed: string): boolean[] {
  const isTyped = label.map(() => false)
  const text = label.map(foldLetter)
  for (const word of fold(typed).split(/\s+/).filter(Boolean)) {
    const letters = Array.from(word)
    const position = text.findIndex(
      (_, start) => !isLetter(text[start - 1]) && letters.every((letter, index) => text[start + index] === letter),
    )
    if (position >= 0) isTyped.fill(true, position, position + letters.length)
  }
  return isTyped
}

/** Splits a label: `qızıl üzük` after typing `qizil u` gives the typed parts and the rest. */
export function partsOf(label: string, typed: string): LabelPart[] {
  const letters = Array.from(label)
  const typedFlags = typedLetters(letters, typed)
  return letters.reduce<LabelPart[]>((parts, letter, index) => {
    const isTyped = typedFlags[index] ?? false
    const last = parts.at(-1)
    if (last?.isTyped === isTyped) last.text += letter
    else parts.push({ text: letter, isTyped })
    return parts
  }, [])
}
