// A code as people enter it: letter case and spaces do not matter. Whether it exists and applies, the server says.

const SHORTEST = 6
export const LONGEST_PROMO = 40

export const isPromoLongEnough = (typed: string) => Array.from(typed.replaceAll(/\s/g, '')).length >= SHORTEST
