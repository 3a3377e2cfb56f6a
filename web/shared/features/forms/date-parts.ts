/** A date as it is chosen: part by part, each empty until then. */
export interface DateParts {
  year: string
  month: string
  day: string
}

const two = (part: string) => (part === '' ? '' : part.padStart(2, '0'))
const bare = (part: string) => part.replace(/^0+/, '')

/** `2001-03-08`; what is not chosen yet is missing between its dashes. Nothing at all is the empty text. */
export const join = ({ year, month, day }: DateParts) => (year || month || day ? `${year}-${two(month)}-${two(day)}` : '')

export function split(iso: string): DateParts {
  const [year = '', month = '', day = ''] = iso.split('-')
  return { year, month: bare(month), day: bare(day) }
}

const OLDEST = '1900-01-01'

/** A day there was, and not one to come. */
export function isPastDate(iso: string, today: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso) || iso < OLDEST || iso > today) return false
  const day = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(iso)
}
