// Which part of a suggestion was typed. Folded letter by letter, so that places in the folded text are places in the text itself.

const FOLDED: Record<string, string> = { ə: 'e', ı: 'i', ö: 'o', ü: 'u', ğ: 'g', ş: 's', ç: 'c', ё: 'е' }

/** Azerbaijani is typed with and without its letters, and `İ` has no lower case of one letter. */
const foldLetter = (letter: string) => {
  const lower = letter === 'İ' || letter === 'I' ? 'i' : (letter.toLowerCase()[0] ?? letter)
  return FOLDED[lower] ?? lower
}
const fold = (text: string) => Array.from(text, foldLetter).join('')

const isLetter = (one: string | undefined) => one !== undefined && /[\p{L}\p{N}]/u.test(one)

export interface Part {
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
