// The cart of a trial: an operator fills it to see what a promo code would take off.

export interface CartLine {
  productId: number
  sizeId?: number | undefined
  count: number
}

/** The most lines of a cart, and the most units of a line, that the server accepts. */
export const MAX_LINES = 100
export const MAX_COUNT = 999

const isSame = (line: CartLine, other: CartLine) => line.productId === other.productId && line.sizeId === other.sizeId

/** Increases the count if there is a line with the same product and size. */
export function addLine(lines: CartLine[], line: CartLine): CartLine[] {
  const isPresent = lines.some((existing) => isSame(existing, line))
  if (!isPresent) return [...lines, line]
  return lines.map((existing) =>
    isSame(existing, line) ? { ...existing, count: Math.min(MAX_COUNT, existing.count + line.count) } : existing,
  )
}

/** Sets the count of a line. Zero removes the line. */
export const setCount = (lines: CartLine[], line: CartLine, count: number) =>
  count < 1
    ? lines.filter((existing) => !isSame(existing, line))
    : lines.map((existing) => (isSame(existing, line) ? { ...existing, count } : existing))

/** Sets the size of a line. Lines that then have the same product and size become one. */
export function setSize(lines: CartLine[], line: CartLine, sizeId: number | undefined): CartLine[] {
  const resized = { ...line, sizeId }
  const others = lines.filter((existing) => !isSame(existing, line))
  if (others.some((other) => isSame(other, resized))) return addLine(others, resized)
  return lines.map((existing) => (isSame(existing, line) ? resized : existing))
}

interface PastedLine {
  /** An id or a slug. */
  product: string
  count: number
}

/** A product and perhaps a count after a separator or a space. In `[xх]`, the second letter is Cyrillic. */
const LINE = /^(\S+?)(?:(?:\s*[×*,;]\s*|\s+(?:[xх]\s*)?)(\d{1,3}))?$/i

/** Returns for example `qizilgul` for `https://sovqat.example/mehsul/qizilgul?dil=az`. An id or a slug stays as it is. */
const lastPart = (address: string) => address.split(/[?#]/)[0]?.replace(/\/+$/, '').split('/').at(-1) ?? ''

/** Reads one product per line: id, slug or page address, perhaps with a count. Other lines are returned in `unread`. */
export function readPasted(text: string): { lines: PastedLine[]; unread: string[] } {
  const lines: PastedLine[] = []
  const unread: string[] = []
  for (const raw of text.split('\n').map((line) => line.trim())) {
    const [, address = '', count = '1'] = LINE.exec(raw) ?? []
    const product = lastPart(address)
    if (product && Number(count) > 0) lines.push({ product, count: Number(count) })
    else if (raw) unread.push(raw)
  }
  return { lines, unread }
}
