export const STARS = [5, 4, 3, 2, 1] as const

/** How wide the bar of so many stars is, in percent of all reviews; what there is at all can be seen. */
export function shareOf(stars: number[], many: number): number {
  const all = stars.reduce((sum, count) => sum + count, 0)
  const count = stars[many - 1] ?? 0
  return count === 0 ? 0 : Math.max(2, Math.round((count / all) * 100))
}

/** How much of the n-th star is filled, in percent. */
export const fillOf = (rating: number, n: number) => Math.round(Math.min(1, Math.max(0, rating - (n - 1))) * 100)
