export interface Report {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { id: string; title: string; score: number | null; numericValue?: number; details?: { items: object[] } }>
}
export interface Gate {
  name: string
  read: (lhr: Report) => number
}
export interface Figure {
  name: string
  text: string
  isMet: boolean
}
export const CATEGORIES: string[]
export const SPEED: Gate[]
export const SLOW: Gate[]
export const COLUMNS: string[]
export function scores(lhr: Report): Figure[]
export function speeds(gates: Gate[], lhrs: Report[]): Figure[]
export function complaints(lhr: Report, category: string): { id: string; title: string; places: string[] }[]
