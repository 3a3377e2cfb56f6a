/** One line of the cart that a code is tried against. */
export interface CartLine {
  productId: number
  sizeId?: number | undefined
  count: number
}

export const MOST_LINES = 100
export const MOST_COUNT = 999

const isSame = (one: CartLine, other: CartLine) => one.productId === other.productId && one.sizeId === other.sizeId

/** Adds a line; what the cart holds already is counted up, at its place. */
export function put(lines: CartLine[], line: CartLine): CartLine[] {
  const known = lines.some((one) => isSame(one, line))
  if (!known) return [...lines, line]
  return lines.map((one) => (isSame(one, line) ? { ...one, count: Math.min(MOST_COUNT, one.count + line.count) } : one))
}

/** Sets how many of a line there are; none takes it away. */
export const setCount = (lines: CartLine[], line: CartLine, count: number) =>
  count < 1 ? lines.filter((one) => !isSame(one, line)) : lines.map((one) => (isSame(one, line) ? { ...one, count } : one))

/** Gives a line another size; two lines that become the same are one. */
export function setSize(lines: CartLine[], line: CartLine, sizeId: number | undefined): CartLine[] {
  const resized = { ...line, sizeId }
  const others = lines.filter((one) => !isSame(one, line))
  if (others.some((one) => isSame(one, resized))) return put(others, resized)
  return lines.map((one) => (isSame(one, line) ? resized : one))
}

interface PastedLine {
  /** An id or a slug, as the catalogue takes either. */
  product: string
  count: number
}

const LINE = /^(\S+?)(?:(?:\s*[×*,;]\s*|\s+(?:[xх]\s*)?)(\d{1,3}))?$/i

/** Reads a pasted cart: one product a line, by its id, its slug or the address of its page, with a count behind it or not. */
export function readPasted(text: string): { lines: PastedLine[]; unread: string[] } {
  const lines: PastedLine[] = []
  const unread: string[] = []
  for (const raw of text.split('\n').map((line) => line.trim())) {
    const [, named = '', count = '1'] = LINE.exec(raw) ?? []
    const product = named.split(/[?#]/)[0]?.replace(/\/+$/, '').split('/').at(-1) ?? ''
    if (product && Number(count) > 0) lines.push({ product, count: Number(count) })
    else if (raw) unread.push(raw)
  }
  return { lines, unread }
}
