/** Divides items into columns in their order, so that the tallest column is as short as possible. */
export function columnsOf<T>(items: readonly T[], heightOf: (item: T) => number, count: number): T[][] {
  // Tries all divisions, because the lists are short.
  let best: { tallest: number; columns: T[][] } | null = null
  const divide = (from: number, columns: T[][], tallest: number) => {
    if (best && tallest >= best.tallest) return
    if (columns.length === count) {
      if (from === items.length) best = { tallest, columns }
      return
    }
    for (let to = from; to <= items.length; to++) {
      const column = items.slice(from, to)
      const height = column.reduce((sum, item) => sum + heightOf(item), 0)
      divide(to, [...columns, column], Math.max(tallest, height))
    }
  }
  divide(0, [], 0)
  // TypeScript does not see that `divide` assigns `best`.
  return (best as { columns: T[][] } | null)?.columns.filter((column) => column.length > 0) ?? []
}
