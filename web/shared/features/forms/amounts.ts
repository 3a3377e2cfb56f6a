const QEPIK = 100
const AMOUNT = /^\d{1,8}(?:[.,]\d{1,2})?$/
const MOST_QEPIK = 100_000_000

/** `12,50` is 1250 qəpik; nothing when it is no amount, or one above `most`. */
export function qepikOf(typed: string, most = MOST_QEPIK): number | undefined {
  if (!AMOUNT.test(typed)) return undefined
  const qepik = Math.round(Number(typed.replace(',', '.')) * QEPIK)
  return qepik <= most ? qepik : undefined
}

/** 1250 qəpik as it is typed: `12,50`. */
export const typedAmount = (qepik: number) => (qepik % QEPIK === 0 ? String(qepik / QEPIK) : (qepik / QEPIK).toFixed(2).replace('.', ','))
