// Finds the parts of a label that were typed, in folded texts: lower case with plain letters. Folding keeps the number of letters.

const FOLDED: Record<string, string> = { ə: 'e', ı: 'i', ö: 'o', ü: 'u', ğ: 'g', ş: 's', ç: 'c', ё: 'е' }

/** The lower case of `İ` has two code points. */
function foldLetter(letter: string) {
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
