/** Divides items, in their order, into columns of which the tallest is as low as it can be. */
export function columnsOf<T>(items: readonly T[], heightOf: (item: T) => number, count: number): T[][] {
  let best: { tallest: number; columns: T[][] } | null = null
  const divide = (from: number, columns: T[][], tallest: number) => {
    if (best && tallest >= best.tallest) return
    if (columns.length === count) {
      if (from === items.length) best = { tallest, columns }
      return
    }
    for (let to = from; to <= items.length; to++) {
      const column = items.slice(from, to)
      divide(
        to,
        [...columns, column],
        Math.max(
          tallest,
          column.reduce((sum, item) => sum + heightOf(item), 0),
        ),
      )
    }
  }
  divide(0, [], 0)
  return (best as { columns: T[][] } | null)?.columns.filter((column) => column.length > 0) ?? []
}
