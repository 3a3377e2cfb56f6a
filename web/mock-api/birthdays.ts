const DAY_MS = 24 * 3600_000

/** Returns the next birthday from `today` on, the days until then, and the age. One on 29 February falls on the 28th in other years. */
export function nextBirthday(birthDate: string, today: string) {
  const [year = '', month = '', day = ''] = birthDate.split('-')
  const at = (year: number) => {
    const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
    return date.getUTCMonth() + 1 === Number(month) ? date.toISOString().slice(0, 10) : `${year}-02-28`
  }
  const thisYear = Number(today.slice(0, 4))
  const next = at(thisYear) >= today ? thisYear : thisYear + 1
  return {
    nextBirthday: at(next),
    daysLeft: Math.round((Date.parse(at(next)) - Date.parse(today)) / DAY_MS),
    turns: next - Number(year),
  }
}
