// The options of the list below the search box, and their typed parts.

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

// Typed parts are found in folded texts: lower case with plain letters. Folding keeps the number of letters, and so their positions.

const FOLDED: Record<string, string> = { ə: 'e', ı: 'i', ö: 'o', ü: 'u', ğ: 'g', ş: 's', ç: 'c', ё: 'е' }

/** The lower case of `İ` has two code points. */
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

/** Splits `qızıl üzük` after typing `qizil u` into typed parts and the rest. */
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
