const DAY_MS = 24 * 3600_000

/** A birthday on 29 February is on the 28th in years without that day. */
export function nextBirthday(birthDate: string, today: string) {
  const [year = '', month = '', day = ''] = birthDate.split('-')
  const birthdayIn = (year: number) => {
    // `Date` turns 29 February into 1 March in a year without that day.
    const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
    return date.getUTCMonth() + 1 === Number(month) ? date.toISOString().slice(0, 10) : `${year}-02-28`
  }
  const thisYear = Number(today.slice(0, 4))
  const nextYear = birthdayIn(thisYear) >= today ? thisYear : thisYear + 1
  return {
    nextBirthday: birthdayIn(nextYear),
    daysLeft: Math.round((Date.parse(birthdayIn(nextYear)) - Date.parse(today)) / DAY_MS),
    turns: nextYear - Number(year),
  }
}
